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
    coalesce(bool_or(d.due_count >= d.due_bound), false) as is_due_count_at_least,
    min(d.oldest_at) as oldest_due_at,
    floor(extract(epoch from max(d.now_at) - min(d.oldest_at)) * 1000)::bigint as oldest_due_ms,
    min(d.next_at) as next_due_at,
    coalesce(w.worker_count, 0) as live_worker_count
from (
    select k.lane_id from ff_lane as k
    union
    select r.lane_id from ff_route as r
) as n
left join ff_lane as l on l.lane_id = n.lane_id
left join ff_due_work as d on d.lane_id = n.lane_id
left join (
    -- counted once for all lanes
    select
        u.lane_id,
        count(*) as worker_count
    from (
        select
            k.lane_ids,
            k.last_heartbeat_at,
            k.liveness_ttl_ms,
            k.session_pid
        from ff_worker as k
        order by k.namespace, k.worker_instance_id
        limit 10000
    ) as o
    cross join (select ff_server_time() as now_at) as t
    cross join lateral (select distinct e.lane_id from unnest(o.lane_ids) as e (lane_id)) as u
    where
        case
            when
                isfinite(o.last_heartbeat_at)
                and o.last_heartbeat_at + o.liveness_ttl_ms * interval '1 millisecond' >= t.now_at
                then
                    o.session_pid is null
                    or pg_is_in_recovery()
                    or exists (
                        select
                        from pg_stat_get_activity(o.session_pid) as a
                        inner join pg_database as b on b.oid = a.datid
                        where b.datname = current_database()
                    )
            else false
        end
    group by u.lane_id
) as w on w.lane_id = n.lane_id
where
    n.lane_id <> all(array(
        select h.lane_id
        from ff_hidden_lane as h
        where h.is_unknown
    ))
group by n.lane_id, l.lane_id, l.state, w.worker_count;

comment on view ff_lanes is
'The lanes with what is due in them: due_count counts waiting work and lapsed leases, up to 1,000 a route (where there are more than 200 routes, up to 200,000 in all), and of all workers 10,000.';
