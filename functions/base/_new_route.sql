create or replace function _new_route(
    p_lane_id text,
    p_required_capabilities text[],
    p_priority integer
)
returns integer
language sql
as $_new_route$
    -- no unique key, and so no conflict clause: duplicates are allowed, so that no session waits
    insert into ff_route (lane_id, required_capabilities, priority, has_rules)
    values (
        p_lane_id, p_required_capabilities, p_priority,
        exists (select 1 from ff_lane as l where l.lane_id = p_lane_id and _has_rules(l.options))
    )
    returning route_id
$_new_route$;

comment on function _new_route is
'Writes a route for a combination of which the caller sees no route.';
