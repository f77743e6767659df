create or replace function ff_replay_execution(
    p_execution_id text,
    p_reason text default null,
    p_actor text default null
)
returns ff_replayed_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_replay_execution$
declare
    v_key constant _execution_key := _parse_execution_id('p_execution_id', p_execution_id);
    v_flow_id uuid;
    v_execution ff_exec_core;
    v_now timestamptz;
begin
    perform _check_audit(p_reason, p_actor);
    perform _check_execution(v_key.partition_key, v_key.execution_id, 'operate');
    -- first the flow, for its join is opened again: who cancels the flow sees it, or is seen
    v_flow_id := (
        select e.flow_id
        from ff_exec_core as e
        where e.execution_id = v_key.execution_id and e.partition_key = v_key.partition_key
    );
    if v_flow_id is not null then
        -- cannot raise ZF401: a flow with members exists
        perform _lock_flow(v_flow_id);
    end if;
    v_execution := _lock_execution(v_key.partition_key, v_key.execution_id);
    v_now := _announce();
    v_execution := _settled_suspension(v_execution, v_now);
    if v_execution.terminal_at is null then
        perform _raise('execution_not_terminal', jsonb_build_object(
            'execution_id', p_execution_id, 'public_state', _public_state(v_execution.state)
        ));
    elsif v_execution.replay_count
        >= coalesce((v_execution.policy ->> 'max_replay_count')::numeric, 10)
    then
        perform _raise('max_replays_exhausted', jsonb_build_object(
            'execution_id', p_execution_id, 'replay_count', v_execution.replay_count
        ));
    elsif _is_flow_cancelled(v_execution.flow_id) then
        perform _raise('flow_already_terminal', jsonb_build_object(
            'execution_id', p_execution_id, 'flow_id', v_execution.flow_id
        ));
    end if;
    perform _start_over(v_execution, v_now);
    if v_execution.flow_id is not null then
        perform _reopen_join(v_key);
    end if;
    perform _record_event('replayed', v_execution, v_now, 'none', _audit(p_reason, p_actor));
    return (
        p_execution_id,
        'replayed',
        _state_of(v_key),
        v_execution.replay_count + 1
    )::ff_replayed_execution;
end;
$ff_replay_execution$;

comment on function ff_replay_execution is
$$Starts an execution that is over once more; its next claim begins a new attempt, of type `replay`.

A member of a flow whose dependencies were not met waits for them again (`waiting_children`): of a skipped one, those that had become impossible are open once more, and each is met when its upstream completes after a replay of its own, or has by now.

Effects: the execution is `waiting`; outcome, result, failure and cancellation are cleared, retries and reclaims are counted anew, and a deadline counts from now if the policy has one. Its earlier attempts stay listed.

Idempotent: no; what was replayed is not over, and a second call is refused.

Locks: the execution, until the caller's transaction ends; of a member of a flow also the flow and the join in front of it.

Errors: ZF201 execution_not_found, ZF203 execution_not_terminal, ZF204 max_replays_exhausted (the policy's `max_replay_count`, 10 by default), ZF402 flow_already_terminal (the flow was cancelled); ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select public_state, replay_count
from flowfabric.ff_replay_execution(
    '{fp:18}:0192f0a0-1111-7111-8111-123456789012', 'the bug is fixed', 'ada'
);
```
$$;
