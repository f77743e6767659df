create or replace function ff_unblock_execution(
    p_execution_id text,
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
    v_key constant _execution_key := _parse_execution_id('p_execution_id', p_execution_id);
    v_execution ff_exec_core;
    v_now timestamptz;
    v_blocking_reason text;
    v_state ff_state;
begin
    perform _check_audit(p_reason, p_actor);
    perform _check_execution(v_key.partition_key, v_key.execution_id, 'operate');
    v_execution := _lock_execution(v_key.partition_key, v_key.execution_id);
    v_now := _announce();
    v_blocking_reason := (
        select v.blocking_reason::text from ff_state_vector as v where v.state = v_execution.state
    );
    if not _is_blocked(v_execution.state)
        or (
            p_expected_blocking_reason is not null
            and p_expected_blocking_reason is distinct from v_blocking_reason
        )
    then
        perform _raise('execution_not_eligible', jsonb_build_object(
            'execution_id', p_execution_id,
            'public_state', _public_state(v_execution.state),
            'blocking_reason', v_blocking_reason
        ));
    end if;
    v_state := _waiting_state(v_execution.state);
    delete from ff_admission_wait as w
    where w.execution_id = v_key.execution_id and w.partition_key = v_key.partition_key;
    update ff_exec_core as e
    set
        state = v_state,
        -- routes may have been merged while it could not be claimed
        route_id = _live_route(e.route_id),
        claimable_at = v_now,
        updated_at = v_now
    where e.execution_id = v_key.execution_id and e.partition_key = v_key.partition_key
    returning e.* into v_execution;
    perform _record_event('unblocked', v_execution, v_now, 'none',
        _audit(p_reason, p_actor) || jsonb_build_object('blocking_reason', v_blocking_reason));
    if v_execution.flow_id is not null
        and exists (
            select 1
            from ff_edge as d
            where
                d.downstream_id = v_key.execution_id
                and d.downstream_partition = v_key.partition_key
                and d.state <> 'pending'
        )
    then
        -- Its join may have got edges, or may have been decided, while it was blocked. Whoever
        -- decides it from now on finds it waiting, or leaves a debt.
        perform _block_child(v_execution);
        perform _settle_children(array[v_key], v_now);
        if current_setting('transaction_isolation') <> 'read committed' then
            perform _owe('settle', array[v_key]);
        end if;
    end if;
    perform _ring_route(v_execution.route_id, v_now);
    return (
        p_execution_id, 'unblocked', v_blocking_reason, _state_of(v_key)
    )::ff_blocked_execution;
end;
$ff_unblock_execution$;

comment on function ff_unblock_execution is
$$Lets an execution be claimed again that was blocked: by `ff_block_execution`, or by a claim because of a budget or quota (whose limits the next claim asks again). With `p_expected_blocking_reason` only if it is blocked for that.

Effects: the execution waits for a worker, from now on. Writes an event with who did it and why.

Idempotent: no: what is not blocked is refused.

Locks: the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found, ZF202 execution_not_eligible; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome, public_state
from flowfabric.ff_unblock_execution(
    '{fp:18}:0192f0a0-1111-7111-8111-123456789012', 'paused_by_operator'
);
```
$$;
