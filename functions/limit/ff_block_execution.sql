create or replace function ff_block_execution(
    p_execution_id uuid,
    p_reason text,
    p_reason_detail text default null,
    p_actor text default null
)
returns ff_blocked_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_block_execution$
declare
    v_eligibility constant ff_eligibility_state := (
        case p_reason
            when 'waiting_for_budget' then 'blocked_by_budget'
            when 'waiting_for_quota' then 'blocked_by_quota'
            when 'waiting_for_capable_worker' then 'blocked_by_route'
            when 'paused_by_operator' then 'blocked_by_operator'
            when 'paused_by_policy' then 'blocked_by_lane_state'
        end
    )::ff_eligibility_state;
    v_execution ff_exec_core;
    v_now timestamptz;
    v_state ff_state;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    if p_reason is null then
        perform _raise_null('p_reason');
    elsif v_eligibility is null then
        perform _raise_invalid(
            'p_reason',
            'must be waiting_for_budget, waiting_for_quota, waiting_for_capable_worker, '
            || 'paused_by_operator or paused_by_policy'
        );
    end if;
    perform _check_audit(p_reason_detail, p_actor);
    perform _check_execution(p_execution_id, 'operate');
    v_execution := _lock_execution(p_execution_id);
    v_now := _now_at_gate();
    v_state := _blockable_state(v_execution, v_now);
    v_state := _blocked_state(v_state, v_eligibility);
    perform _void_grants(v_execution);
    perform _return_limits(array[p_execution_id], true);
    update ff_exec_core as e
    set
        state = v_state,
        -- its deadline still ends it
        claimable_at = e.deadline_at,
        updated_at = v_now
    where e.execution_id = p_execution_id;
    perform _record_event('blocked', v_execution, v_now, p_audit =>
        _audit(p_reason_detail, p_actor) || jsonb_build_object('blocking_reason', p_reason));
    return (
        p_execution_id, 'blocked', p_reason, _public_state(v_state)
    )::ff_blocked_execution;
end;
$ff_block_execution$;

comment on function ff_block_execution is
$$Blocks an execution that waits for a worker: it is not claimed until `ff_unblock_execution`. For operators, and for schedulers that apply budgets and quotas themselves.

`p_reason` is `waiting_for_budget`, `waiting_for_quota` (then it is shown as `rate_limited`), `waiting_for_capable_worker`, `paused_by_operator` or `paused_by_policy`. If the execution is blocked already, the new reason replaces the old one. An execution that is delayed, waits for other executions or is paused by its flow is refused.

Effects: the execution is blocked; a grant on it is void. Its deadline still ends it. Writes an event with the actor and the reason.

Idempotent: yes.

Locks: the execution, until the caller's transaction ends.

Errors: ZF105 execution_not_active when it has finished, ZF201 execution_not_found, ZF202 execution_not_eligible; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome, public_state
from flowfabric.ff_block_execution(
    '0192f0a0-1111-7111-8111-123456789012', 'paused_by_operator', 'under investigation'
);
```
$$;
