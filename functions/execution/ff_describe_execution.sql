create or replace function ff_describe_execution(p_execution_id uuid)
returns setof ff_execution_description
language plpgsql
stable
rows 1
security definer
set search_path = flowfabric, pg_temp
as $ff_describe_execution$
declare
    v_now constant timestamptz := _now();
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_execution(p_execution_id, 'read', 'operate');
    return query
    select
        e.execution_id,
        r.lane_id,
        e.namespace,
        e.kind,
        r.priority,
        r.required_capabilities,
        e.flow_id,
        v.lifecycle_phase::text,
        v.ownership_state::text,
        v.eligibility_state::text,
        v.blocking_reason::text,
        v.terminal_outcome::text,
        v.attempt_state::text,
        v.public_state::text,
        e.claimable_at,
        _ms_until(e.claimable_at, v_now),
        e.attempt_index,
        e.attempt_id,
        e.attempt_type::text,
        coalesce(e.attempt_index + 1, 0),
        e.retry_count,
        e.lease_reclaim_count,
        e.replay_count,
        case when l.is_current then e.lease_id end,
        e.lease_epoch,
        case when l.is_current then l.ends_at end,
        case when l.is_current then greatest(_ms_between(v_now, l.ends_at), 0) end,
        case when l.is_current then e.lease_renewed_at end,
        case when l.is_current then e.worker_id end,
        case when l.is_current then e.worker_instance_id end,
        e.progress_percent::integer,
        e.progress_message,
        e.failure_reason,
        e.failure_category,
        e.cancellation_reason,
        e.cancelled_by,
        e.created_at,
        e.started_at,
        e.updated_at,
        e.terminal_at,
        e.deadline_at,
        e.idempotency_key,
        e.tags,
        e.policy,
        e.input,
        e.payload,
        _described_suspension(e),
        e.parent_id,
        e.parent_step_key,
        e.life,
        _described_waits(e, v_now),
        case when e.terminal_at is null then (_cancel_request_of(e)).cancel_at end
    from ff_exec_core as e
    inner join ff_route as r on r.route_id = e.route_id
    inner join ff_state_vector as v
        on v.state = _shown_state(e, v_now)
    -- the row keeps a lease that has ended; the answer shows a lease that is held or was lost
    cross join lateral (
        select
            _is_active(e.state) as is_current,
            case when e.state = 'revoked' then e.lease_ended_at else e.lease_expires_at end
                as ends_at
    ) as l
    where e.execution_id = p_execution_id;
end;
$ff_describe_execution$;

comment on function ff_describe_execution is
$$Everything about an execution as it is now: its state in all dimensions, its lease, counters and content; no row when there is no such execution.

The state is the effective one: a delay that has ended reads `eligible_now`, a lease that ran out reads `lease_expired_reclaimable`, and an execution that would wait for a worker reads `paused_by_flow_cancel` when its flow was cancelled, `paused_by_policy` when its lane is paused or disabled. A revoked lease has no time left. `suspension` is the last one of its attempt, open or closed; `waits` is what it waits for by steps (`ff_sleep`, `ff_wait_signal`, `ff_await_children`), each with a `reason` in words.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22004 for arguments.

Example:
```sql
select public_state, ownership_state, worker_instance_id, lease_remaining_ms
from flowfabric.ff_describe_execution('0192f0a0-1111-7111-8111-123456789012');
```
$$;
