create or replace function _live_route(p_route_id integer)
returns integer
language plpgsql
stable
as $_live_route$
declare
    v_route_id integer := p_route_id;
    v_successor_id integer;
begin
    -- the route that replaced it may have been replaced, too
    loop
        v_successor_id := (
            select r.merged_into from ff_route as r where r.route_id = v_route_id
        );
        exit when v_successor_id is null;
        v_route_id := v_successor_id;
    end loop;
    return v_route_id;
end;
$_live_route$;

comment on function _live_route is
'The route that a row belongs to when it becomes claimable: its own, or the one that replaced it.';
