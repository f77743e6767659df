create or replace function _align_routes(p_after_route_id integer, p_to_route_id integer)
returns integer
language plpgsql
as $_align_routes$
declare
    v_route_ids constant integer[] := array(
        select r.route_id
        from ff_route as r
        where
            r.route_id > p_after_route_id
            and r.route_id <= p_to_route_id
            and r.closed_at is null
            and not r.has_rules
            and exists (
                select 1
                from ff_lane as l
                where l.lane_id = r.lane_id and _has_rules(l.options)
                -- a probe for each route, and not all lanes
                offset 0
            )
        for no key update of r skip locked
    );
begin
    update ff_route as r set has_rules = true where r.route_id = any (v_route_ids);
    return cardinality(v_route_ids);
end;
$_align_routes$;

comment on function _align_routes is
'Marks routes in a range that were made while another session gave their lane rules; returns how many.';
