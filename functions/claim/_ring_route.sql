create or replace function _ring_route(p_route_id integer, p_claimable_at timestamptz)
returns void
language plpgsql
as $_ring_route$
begin
    if (select to_timestamp(m.last_value) > p_claimable_at from ff_doorbell_until as m) then
        perform _request_ring(r.lane_id, p_claimable_at)
        from ff_route as r
        where r.route_id = p_route_id;
    end if;
end;
$_ring_route$;

comment on function _ring_route is 'The same as _ring, for a caller that knows only the route.';
