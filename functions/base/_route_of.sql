create or replace function _route_of(p_execution ff_exec_core, p_lane_id text default null)
returns ff_route
language plpgsql
stable
as $_route_of$
declare
    v_route ff_route;
begin
    select r.* into v_route from ff_route as r where r.route_id = p_execution.route_id;
    if p_lane_id <> v_route.lane_id then
        perform _raise_invalid('p_lane_id', 'is not the lane of the execution');
    end if;
    return v_route;
end;
$_route_of$;

comment on function _route_of is
'The route of an execution; raises when the caller names another lane.';
