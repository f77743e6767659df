create or replace function _live_route(p_route_id integer)
returns integer
language sql
stable
as $_live_route$
    select coalesce(r.merged_into, r.route_id) from ff_route as r where r.route_id = p_route_id
$_live_route$;

comment on function _live_route is
'The route that a row belongs to when it becomes claimable: its own, or the one that replaced it.';
