-- noqa: disable=ST05, ST09
-- The lanes and their due work. A few index probes a route: a lane with ten million executions
-- costs as much as one with ten.
create view ff_lanes with (security_barrier = true) as
select
    n.lane_id,
    coalesce(l.state, 'active')::text as state,
    l.lane_id is not null as is_registered,
    count(d.route_id)::integer as route_count,
    coalesce(sum(d.due_count), 0)::bigint as due_count,
    coalesce(bool_or(d.due_count >= 1000), false) as is_due_count_at_least,
    min(d.oldest_at) as oldest_due_at,
    floor(extract(epoch from max(d.now_at) - min(d.oldest_at)) * 1000)::bigint as oldest_due_ms,
    min(d.next_at) as next_due_at,
    (
        select count(*)
        from ff_worker as w
        where
            w.lane_ids @> array[n.lane_id]
            and isfinite(w.last_heartbeat_at)
            and w.last_heartbeat_at + w.liveness_ttl_ms * interval '1 millisecond' >= c.now_at
    ) as live_worker_count
from (
    select k.lane_id from ff_lane as k
    union
    select r.lane_id from ff_route as r
) as n
cross join (select ff_server_time() as now_at) as c
left join ff_lane as l on l.lane_id = n.lane_id
left join ff_due_work as d on d.lane_id = n.lane_id
where
    n.lane_id <> all(array(
        select h.lane_id
        from ff_hidden_lane as h
        where h.is_unknown
    ))
group by n.lane_id, l.lane_id, l.state, c.now_at;

comment on view ff_lanes is
'The lanes with what is due in them: due_count counts waiting work and lapsed leases, up to 1,000 a route.';
