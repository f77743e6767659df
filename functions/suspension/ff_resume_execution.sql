create or replace function ff_resume_execution(
    p_execution_id uuid,
    p_trigger_type text default 'operator',
    p_resume_delay_ms bigint default 0,
    p_reason text default null,
    p_actor text default null
)
returns ff_resumed_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_resume_execution$
declare
    v_execution ff_exec_core;
    v_now timestamptz;
    v_details jsonb;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    if p_trigger_type is null then
        perform _raise_null('p_trigger_type');
    elsif p_trigger_type not in ('operator', 'signal', 'auto_resume') then
        perform _raise_invalid('p_trigger_type', 'must be operator, signal or auto_resume');
    elsif p_resume_delay_ms is null then
        perform _raise_null('p_resume_delay_ms');
    elsif not _is_duration(p_resume_delay_ms, 0) then
        perform _raise_invalid('p_resume_delay_ms', 'must be between 0 and 315360000000');
    end if;
    perform _check_audit(p_reason, p_actor);
    perform _check_execution(p_execution_id, 'operate');
    v_execution := _lock_execution(p_execution_id);
    v_now := _now_at_gate();
    v_execution := _settled_suspension(v_execution, v_now);
    if not _is_suspended(v_execution.state) then
        perform _raise('execution_not_suspended', jsonb_build_object(
            'execution_id', p_execution_id, 'public_state', _public_state(v_execution.state)
        ));
    end if;
    v_details := _audit(p_reason, p_actor) || jsonb_build_object('trigger_type', p_trigger_type);
    -- first: a decided join may end the execution as soon as it is resumed
    perform _record_event('resumed', v_execution, v_now, p_audit => v_details);
    v_execution := _resume_suspended(
        v_execution, v_now, p_resume_delay_ms, 'resumed', p_details => v_details
    );
    return (
        p_execution_id,
        'resumed',
        _public_state(v_execution.state),
        v_execution.claimable_at,
        _ms_until(v_execution.claimable_at, v_now)
    )::ff_resumed_execution;
end;
$ff_resume_execution$;

comment on function ff_resume_execution is
$$Ends a suspension, whatever its condition. It is the only way to satisfy `{"operator_only": true}`.

Effects: its waitpoints are closed; the execution is `waiting`, or `delayed` by `p_resume_delay_ms`, and the next claim continues its interrupted attempt. `ff_observe_signals` returns no row then. The event records the actor and the reason.

Idempotent: no; a resumed execution is not suspended any more, and a second call is refused.

Locks: the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found, ZF507 execution_not_suspended; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select public_state
from flowfabric.ff_resume_execution(
    :'execution_id', p_reason => 'reviewed by phone', p_actor => 'ada'
);
```
$$;
