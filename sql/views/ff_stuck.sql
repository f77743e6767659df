-- noqa: disable=LT02, LT09, AL03, ST05, ST09
-- Executions that should have moved on and have not. Every branch takes a bounded number of rows by
-- an index, the hundred oldest of a route (fewer where there are many routes), or of the
-- installation, and only then compares them with now: otherwise the plan would read, and join, all
-- rows.
create view ff_stuck with (security_barrier = true) as
with clock as materialized (select ff_server_time() as now_at),

candidate as (
    select
        d.e_execution_id as execution_id,
        r.lane_id,
        case
            when d.state between 'active' and 'revoked' then 'lease_lost'
            else 'not_claimed'
        end as why,
        d.claimable_at as stuck_since
    from ff_due_work as r
    cross join lateral (
        select
            e.execution_id as e_execution_id,
            e.state,
            e.claimable_at
        from ff_exec_core as e
        where e.route_id = r.route_id and e.claimable_at >= coalesce(r.head_at, '-infinity')
        order by e.claimable_at
        limit r.due_bound / 10
    ) as d
    where d.claimable_at <= r.now_at - interval '1 minute'
    union all
    select e.execution_id, r.lane_id, 'past_its_deadline', e.deadline_at
    from (
        select o.execution_id, o.route_id, o.deadline_at
        from ff_exec_core as o
        where o.terminal_at is null and o.deadline_at is not null
        order by o.deadline_at
        limit 100
    ) as e
    inner join ff_route as r on r.route_id = e.route_id
    cross join clock as c
    where e.deadline_at <= c.now_at - interval '1 minute'
    union all
    select s.execution_id, r.lane_id, 'past_its_timeout', s.timeout_at
    from (
        select o.execution_id, o.timeout_at
        from ff_suspension as o
        where o.closed_at is null and o.timeout_at is not null
        order by o.timeout_at
        limit 100
    ) as s
    inner join ff_exec_core as e
        on e.execution_id = s.execution_id
    inner join ff_route as r on r.route_id = e.route_id
    cross join clock as c
    where s.timeout_at <= c.now_at - interval '1 minute'
    union all
    (
        select s.execution_id, r.lane_id, 'suspended_without_timeout', s.suspended_at
        from (
            -- among the thousand that are suspended for longest
            select o.suspension_id, o.execution_id, o.suspended_at, o.timeout_at
            from ff_suspension as o
            where o.closed_at is null
            order by o.suspended_at, o.suspension_id
            limit 1000
        ) as s
        inner join ff_exec_core as e
            on e.execution_id = s.execution_id
        inner join ff_route as r on r.route_id = e.route_id
        cross join clock as c
        where
            s.timeout_at is null
            and e.deadline_at is null
            and s.suspended_at <= c.now_at - interval '1 day'
        order by s.suspended_at, s.suspension_id
        limit 100
    )
    union all
    select d.execution_id, r.lane_id, 'flow_work_is_late', d.due_at
    from (
        select o.execution_id, o.due_at
        from ff_flow_todo as o
        order by o.due_at
        limit 100
    ) as d
    inner join ff_exec_core as e
        on e.execution_id = d.execution_id
    inner join ff_route as r on r.route_id = e.route_id
    cross join clock as c
    where d.due_at <= c.now_at - interval '1 minute'
)

select
    k.execution_id,
    k.lane_id,
    k.why,
    k.stuck_since,
    floor(extract(epoch from c.now_at - k.stuck_since) * 1000)::bigint as stuck_ms
from candidate as k
cross join clock as c
where k.lane_id <> all(array(select h.lane_id from ff_hidden_lane as h));

comment on view ff_stuck is
'Executions that should have moved on a minute ago: due and not claimed, lost by its worker, past its deadline or timeout, suspended for a day without an end, held up in its flow.';
