create or replace function _tend_fair_turns(
    p_after_route_id integer,
    p_to_route_id integer
)
returns integer
language plpgsql
as $_tend_fair_turns$
declare
    v_route_ids constant integer[] := array(
        select r.route_id
        from (
            select o.route_id, o.lane_id
            from ff_route as o
            where
                o.route_id > p_after_route_id
                and o.route_id <= p_to_route_id
                and o.retired_at is null
                and o.has_rules
            offset 0
        ) as r
        inner join ff_lane as l on l.lane_id = r.lane_id
        where _is_fair(l.options)
    );
    -- the work of one tick is bounded, independent of the number of routes
    v_share constant integer := greatest(1000 / greatest(cardinality(v_route_ids), 1), 10);
    v_route_id integer;
    v_sum integer := 0;
begin
    foreach v_route_id in array v_route_ids loop
        v_sum := v_sum
            + _sweep_fair_turns(v_route_id, v_share)
            + _let_keys_leave(v_route_id, v_share);
    end loop;
    -- No claim looks into a route that is retired. A claim that did so before may still be open: of
    -- closed routes, only what such a claim left is there, and the round finds it.
    perform _drop_fair_turns(
        array(
            select r.route_id
            from ff_route as r
            where
                r.retired_at is not null
                and r.route_id > p_after_route_id
                and r.route_id <= p_to_route_id
        ),
        1000
    );
    return v_sum;
end;
$_tend_fair_turns$;

comment on function _tend_fair_turns is
'Keeps the turns of some routes of lanes that share fairly: enters keys that are missing, and removes those that have left; returns how many.';
