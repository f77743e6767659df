-- noqa: disable=ST05, ST09
-- Executions as they are now, without their contents, which only functions return.
--
-- A view runs with its owner's rights on tables, but the functions in it are looked up with the
-- rights of the reader. So it calls only one function of this schema, the clock, and only once.
create view ff_executions with (security_barrier = true) as
select
    e.execution_id,
    r.lane_id,
    e.namespace,
    e.kind,
    r.priority,
    r.required_capabilities,
    e.flow_id,
    v.lifecycle_phase::text as lifecycle_phase,
    v.ownership_state::text as ownership_state,
    v.eligibility_state::text as eligibility_state,
    v.blocking_reason::text as blocking_reason,
    v.terminal_outcome::text as terminal_outcome,
    v.attempt_state::text as attempt_state,
    v.public_state::text as public_state,
    e.claimable_at,
    e.attempt_index,
    e.attempt_type::text as attempt_type,
    e.retry_count,
    e.lease_reclaim_count,
    e.replay_count,
    e.lease_epoch,
    case
        when e.state = 'revoked' then e.lease_ended_at
        when l.is_current then e.lease_expires_at
    end as lease_expires_at,
    case when l.is_current then e.worker_id end as worker_id,
    case when l.is_current then e.worker_instance_id end as worker_instance_id,
    e.progress_percent::integer as progress_percent,
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
    e.parent_id
from ff_exec_core as e
inner join ff_route as r on r.route_id = e.route_id
-- volatile, so the planner does not pull it up: the clock is read once
cross join (select ff_server_time() as now_at) as c
inner join ff_state_vector as s on s.state = e.state
inner join ff_state_vector as d
    on d.state = case
        when
            s.state_when_due is not null
            and case when e.state = 'active' then e.lease_expires_at else e.claimable_at end
            <= c.now_at
            then s.state_when_due
        else e.state
    end
left join ff_flow as f on f.flow_id = e.flow_id and f.cancelled_at is not null
left join ff_lane as n on n.lane_id = r.lane_id and n.state in ('paused', 'disabled')
-- an execution that would wait for a worker is blocked by its cancelled flow or its closed lane
inner join ff_state_vector as v
    on v.state = case
        when
            d.eligibility_state = 'eligible_now'
            and (f.flow_id is not null or n.lane_id is not null)
            then (
                select p.state
                from ff_state_vector as p
                where
                    p.attempt_state = d.attempt_state
                    and p.blocking_reason = case
                        when f.flow_id is not null then 'paused_by_flow_cancel'
                        else 'paused_by_policy'
                    end::ff_blocking_reason
                    and p.lifecycle_phase = 'runnable'
            )
        else d.state
    end
-- the row keeps a lease that has ended; the view shows a lease that is held or was lost
cross join lateral (select e.state between 'active' and 'revoked' as is_current) as l
where r.lane_id <> all(array(select h.lane_id from ff_hidden_lane as h));

comment on view ff_executions is
'Every execution of the lanes that the reader may see, with its state as it is now, without its contents; look one up by execution_id.';
