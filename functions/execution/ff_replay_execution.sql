create or replace function ff_replay_execution(
    p_execution_id uuid,
    p_reason text default null,
    p_actor text default null,
    p_from_step text default null
)
returns ff_replayed_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_replay_execution$
declare
    v_execution ff_exec_core;
    v_now timestamptz;
    v_fault _fault;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_audit(p_reason, p_actor);
    perform _check_execution(p_execution_id, 'operate');
    v_execution := _lock_execution(p_execution_id);
    if v_execution.flow_id is not null then
        -- Locked after the execution, as by a holder that adds to its flow. Either a session that
        -- cancels the flow sees the opened join, or this call sees the cancellation.
        -- Raises ZF401 when retention has begun to remove the members.
        perform _lock_flow(v_execution.flow_id);
    end if;
    v_now := _now_at_gate();
    v_execution := _settled_suspension(v_execution, v_now);
    v_fault := _replay_fault(v_execution);
    if v_fault.symbol is not null then
        perform _raise(
            v_fault.symbol,
            jsonb_build_object('execution_id', p_execution_id) || v_fault.detail
        );
    end if;
    if p_from_step is not null then
        perform _forget_steps(v_execution, v_now, p_from_step);
    end if;
    perform _replay_locked(v_execution, v_now, _audit(p_reason, p_actor));
    return (
        p_execution_id,
        'replayed',
        _state_of(p_execution_id),
        v_execution.replay_count + 1
    )::ff_replayed_execution;
end;
$ff_replay_execution$;

comment on function ff_replay_execution is
$$Starts an execution again that has ended; its next claim begins a new attempt, of type `replay`.

Steps are kept, so the new attempt continues behind them; a wait without an outcome begins anew. `p_from_step` forgets that step and all steps that began after it was saved. Children of forgotten steps are cancelled if they would have ended with the execution. Children that the end of the execution had cancelled are replayed, too.

A member of a flow whose dependencies were not met waits for them again (`waiting_children`). For a skipped member, dependencies that had become impossible are open again; each is met when its upstream completes after a replay of its own, or has done so already. A member whose dependencies are met gets the results of its upstreams as they are now. Members that still wait for the replayed execution wait for its next end; members that were released before continue.

Effects: the execution is `waiting`; outcome, result, failure and cancellation are cleared, the counts of retries and reclaims begin at 0 again, and a deadline of the policy counts from now. Its earlier attempts stay listed. The event `replayed` carries `branch` (`normal` or `skipped_flow_member`), `groups_reset` (the number of joins, in front of it and behind it, that wait again) and `ended` (how, why and when the execution had ended).

Idempotent: no; a replayed execution has not ended, so a second call is refused.

Locks: the execution, until the caller's transaction ends; for a member of a flow also the flow, the join of the member, and the open joins that it is an upstream of. Upstreams are not locked, so their holders do not wait for the caller's transaction.

Errors: ZF201 execution_not_found, ZF202 execution_not_eligible (its contents were erased), ZF203 execution_not_terminal, ZF204 max_replays_exhausted (the policy's `max_replay_count`, 10 by default; also for an upstream that the execution would wait for and that cannot be replayed or was erased, which DETAIL names), ZF401 flow_not_found (retention has begun to remove the members of its flow), ZF402 flow_already_terminal (the flow was cancelled); ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select public_state, replay_count
from flowfabric.ff_replay_execution(
    '0192f0a0-1111-7111-8111-123456789012', 'the bug is fixed', 'ada'
);
```
$$;
