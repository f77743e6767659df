create or replace function ff_unblock_execution(
    p_execution_id uuid,
    p_expected_blocking_reason text default null,
    p_reason text default null,
    p_actor text default null
)
returns ff_blocked_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_unblock_execution$
declare
    v_execution ff_exec_core;
    v_now timestamptz;
    v_blocking_reason text;
    v_state ff_state;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_audit(p_reason, p_actor);
    perform _check_execution(p_execution_id, 'operate');
    v_execution := _lock_execution(p_execution_id);
    v_now := _now_at_gate();
    v_blocking_reason := (
        select v.blocking_reason::text from ff_state_vector as v where v.state = v_execution.state
    );
    if not _is_blocked(v_execution.state)
        or (
            p_expected_blocking_reason is not null
            and p_expected_blocking_reason is distinct from v_blocking_reason
        )
    then
        perform _refuse_state(
            'execution_not_eligible', v_execution, v_now,
            p_hint => case
                when _is_blocked(v_execution.state)
                    then format('It is blocked for another reason: %s.', v_blocking_reason)
                else 'It is not blocked; the detail gives its state.'
            end
        );
    end if;
    v_state := _waiting_state(v_execution.state);
    perform _leave_line(p_execution_id);
    update ff_exec_core as e
    set
        state = v_state,
        -- routes may have been merged while it could not be claimed
        route_id = _live_route(e.route_id),
        claimable_at = v_now,
        updated_at = v_now
    where e.execution_id = p_execution_id
    returning e.* into v_execution;
    perform _record_event('unblocked', v_execution, v_now, p_audit =>
        _audit(p_reason, p_actor) || jsonb_build_object('blocking_reason', v_blocking_reason));
    if v_execution.flow_id is not null then
        -- its join may have got edges, or may have been decided, while it was blocked
        v_execution := _wait_for_join(v_execution);
    end if;
    perform _ring_route(v_execution.route_id, v_execution.claimable_at);
    return (
        p_execution_id, 'unblocked', v_blocking_reason, _state_of(p_execution_id)
    )::ff_blocked_execution;
end;
$ff_unblock_execution$;

comment on function ff_unblock_execution is
$$Unblocks an execution that was blocked by `ff_block_execution`, or by a claim because of a budget or quota (the next claim checks these limits again). With `p_expected_blocking_reason` it does so only if that is the reason.

Effects: the execution waits for a worker, from now on. Writes an event with the actor and the reason.

Idempotent: no: an execution that is not blocked is refused.

Locks: the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found, ZF202 execution_not_eligible; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome, public_state
from flowfabric.ff_unblock_execution(
    '0192f0a0-1111-7111-8111-123456789012', 'paused_by_operator'
);
```
$$;
