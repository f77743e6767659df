create or replace function _next_routes(
    p_after integer,
    p_limit integer,
    out p_to integer,
    out p_has_more boolean
)
language plpgsql
stable
as $_next_routes$
declare
    v_highest constant integer := 2147483647;
begin
    select r.route_id
    into p_to
    from ff_route as r
    where r.route_id > p_after
    order by r.route_id
    offset p_limit - 1
    limit 1;
    p_has_more := found;
    p_to := case when p_has_more then p_to else v_highest end;
end;
$_next_routes$;

comment on function _next_routes is
'The last route of a tick that begins after a given route, and whether there may be more routes.';
