create or replace function _ring_route(p_route_id integer, p_claimable_at timestamptz)
returns void
language plpgsql
as $_ring_route$
begin
    if to_timestamp(pg_sequence_last_value('ff_doorbell_until'::regclass)) > p_claimable_at then
        perform _request_ring(r.lane_id, p_claimable_at)
        from ff_route as r
        where r.route_id = p_route_id;
    end if;
end;
$_ring_route$;

comment on function _ring_route is 'The same as _ring, for a caller that knows only the route.';
