create or replace function _count_lanes(
    p_after_route_id integer,
    p_to_route_id integer,
    p_stop_at timestamptz
)
returns integer
language plpgsql
as $_count_lanes$
declare
    v_now constant timestamptz := _now();
    v_last_event_id constant bigint := (select s.last_value from ff_event_event_id_seq as s);
    v_count integer := 0;
    v_lane_id text;
begin
    for v_lane_id in
        select l.lane_id
        from (
            select distinct r.lane_id
            from ff_route as r
            where
                r.route_id > p_after_route_id
                and r.route_id <= p_to_route_id
                and r.closed_at is null
        ) as l
        left join lateral (
            select c.*
            from ff_lane_count as c
            where c.lane_id = l.lane_id
            order by c.count_id desc
            limit 1
        ) as c on true
        where
            c.count_id is null
            or (c.last_event_id < v_last_event_id and _lane_count_due_at(c) <= v_now)
        order by l.lane_id
    loop
        exit when v_count > 0 and _now() >= p_stop_at;
        insert into ff_lane_count (lane_id, counted_at, last_event_id, counts, is_at_least)
        select v_lane_id, v_now, v_last_event_id, c.p_counts, c.p_is_at_least
        from _counted_lane(v_lane_id, v_now) as c;
        v_count := v_count + 1;
        perform _drop_lane_counts(v_lane_id);
    end loop;
    -- of lanes whose routes were removed
    perform _drop_lane_counts(c.lane_id)
    from (select o.lane_id from ff_lane_count as o order by o.last_event_id limit 100) as c
    where not exists (
        select from ff_route as r where r.lane_id = c.lane_id and r.closed_at is null
    );
    return v_count;
end;
$_count_lanes$;

comment on function _count_lanes is
'Counts the executions of lanes in a range of routes whose last count is old; returns how many lanes.';
