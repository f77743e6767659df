create or replace function _routes_in(p_lane_ids text[])
returns integer[]
language plpgsql
stable
as $_routes_in$
begin
    return array(select r.route_id from ff_route as r where r.lane_id = any (p_lane_ids));
end;
$_routes_in$;

comment on function _routes_in is 'All routes of some lanes.';
