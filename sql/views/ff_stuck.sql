-- noqa: disable=LT02, LT09, AL03, ST05, ST09
-- What should have moved on and has not. Every branch begins with an index and takes a bounded
-- number of rows: the hundred oldest of a route, or of the installation.
create view ff_stuck with (security_barrier = true) as
with clock as materialized (select ff_server_time() as now_at),

candidate as (
    select
        d.e_partition_key as partition_key,
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
            e.partition_key as e_partition_key,
            e.execution_id as e_execution_id,
            e.state,
            e.claimable_at
        from ff_exec_core as e
        where
            e.route_id = r.route_id
            and e.claimable_at >= r.head_at
            and e.claimable_at <= r.now_at - interval '1 minute'
        order by e.claimable_at
        limit 100
    ) as d
    union all
    (
        select e.partition_key, e.execution_id, r.lane_id, 'past_its_deadline', e.deadline_at
        from ff_exec_core as e
        inner join ff_route as r on r.route_id = e.route_id
        cross join clock as c
        where
            e.terminal_at is null
            and e.deadline_at is not null
            and e.deadline_at <= c.now_at - interval '1 minute'
        order by e.deadline_at
        limit 100
    )
    union all
    (
        select s.partition_key, s.execution_id, r.lane_id, 'past_its_timeout', s.timeout_at
        from ff_suspension as s
        inner join ff_exec_core as e
            on e.execution_id = s.execution_id and e.partition_key = s.partition_key
        inner join ff_route as r on r.route_id = e.route_id
        cross join clock as c
        where
            s.closed_at is null
            and s.timeout_at is not null
            and s.timeout_at <= c.now_at - interval '1 minute'
        order by s.timeout_at
        limit 100
    )
    union all
    (
        select s.partition_key, s.execution_id, r.lane_id, 'suspended_without_end', s.suspended_at
        from ff_suspension as s
        inner join ff_exec_core as e
            on e.execution_id = s.execution_id and e.partition_key = s.partition_key
        inner join ff_route as r on r.route_id = e.route_id
        cross join clock as c
        where
            s.closed_at is null
            and s.timeout_at is null
            and e.deadline_at is null
            and s.suspended_at <= c.now_at - interval '1 day'
        order by s.suspended_at, s.suspension_id
        limit 100
    )
    union all
    (
        select d.partition_key, d.execution_id, r.lane_id, 'flow_is_owed', d.due_at
        from ff_flow_debt as d
        inner join ff_exec_core as e
            on e.execution_id = d.execution_id and e.partition_key = d.partition_key
        inner join ff_route as r on r.route_id = e.route_id
        cross join clock as c
        where d.due_at <= c.now_at - interval '1 minute'
        order by d.due_at
        limit 100
    )
)

select
    '{fp:' || k.partition_key || '}:' || k.execution_id as execution_id,
    k.execution_id as execution_uuid,
    k.lane_id,
    k.why,
    k.stuck_since,
    floor(extract(epoch from c.now_at - k.stuck_since) * 1000)::bigint as stuck_ms
from candidate as k
cross join clock as c
where k.lane_id <> all(array(select h.lane_id from ff_hidden_lane as h));

comment on view ff_stuck is
'What should have moved on a minute ago: due and not claimed, lost by its worker, past its deadline or timeout, suspended for a day without an end, owed by its flow.';
