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
    p_to := least(
        (
            select r.route_id
            from ff_route as r
            where r.route_id > p_after and r.closed_at is null
            order by r.route_id
            offset p_limit - 1
            limit 1
        ),
        -- closed ones are looked into as well, but only for a row that came there against all rules
        (
            select r.route_id
            from ff_route as r
            where r.route_id > p_after
            order by r.route_id
            offset 4 * p_limit - 1
            limit 1
        )
    );
    p_has_more := p_to is not null;
    p_to := coalesce(p_to, v_highest);
end;
$_next_routes$;

comment on function _next_routes is
'The last route of a tick that begins after a given route, and whether there may be more routes.';
