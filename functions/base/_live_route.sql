create or replace function _live_route(p_route_id integer)
returns integer
language plpgsql
as $_live_route$
declare
    v_route ff_route;
begin
    select r.* into v_route from ff_route as r where r.route_id = p_route_id;
    if v_route.merged_into is null then
        return p_route_id;
    end if;
    -- the route that replaced it may have been replaced, too, or removed
    return _route_for(v_route.lane_id, v_route.required_capabilities, v_route.priority);
end;
$_live_route$;

comment on function _live_route is
'The route that a row belongs to when it becomes claimable: its own, or the one that submitters use instead; makes it if it does not exist.';
