-- noqa: disable=LT02, ST05, AM09
-- Due work, route by route: the oldest moment by one probe of the index, and the number of rows,
-- counted up to a thousand, or where there are many routes, up to 200,000 in all of them. Internal:
-- ff_lanes and ff_health read it.
create view ff_due_work as
select
    r.route_id,
    r.lane_id,
    r.priority,
    r.required_capabilities,
    nullif(h.head_at, '-infinity') as head_at,
    c.now_at,
    b.due_bound,
    d.due_count,
    d.oldest_at,
    n.next_at
from ff_route as r
cross join (select ff_server_time() as now_at) as c
cross join (
    select greatest(20, least(1000, 200000 / greatest(count(*), 1))) as due_bound
    from ff_route as o
    where o.closed_at is null
) as b
cross join lateral (
    select coalesce(
        (
            select k.head_at
            from ff_head as k
            where k.route_id = r.route_id
            order by k.era desc, k.head_id desc
            limit 1
        ),
        '-infinity'
    ) as head_at
    limit 1
) as h
cross join lateral (
    -- Bounded before it is compared with now: for a range between two unknown moments the planner
    -- expects so few rows that it would read and sort all of them.
    select
        count(*) as due_count,
        min(o.claimable_at) as oldest_at
    from (
        select e.claimable_at
        from ff_exec_core as e
        where e.route_id = r.route_id and e.claimable_at >= h.head_at
        order by e.claimable_at
        limit b.due_bound
    ) as o
    where o.claimable_at <= c.now_at
) as d
left join lateral (
    select e.claimable_at as next_at
    from ff_exec_core as e
    where e.route_id = r.route_id and e.claimable_at > c.now_at
    order by e.claimable_at
    limit 1
) as n on true
where r.retired_at is null;

comment on view ff_due_work is
'The due work of each route, counted up to due_bound; for our own use, see ff_lanes.';
