create or replace function _align_routes()
returns integer
language plpgsql
as $_align_routes$
declare
    v_route_ids constant integer[] := array(
        select r.route_id
        from ff_lane as l
        inner join ff_route as r on r.lane_id = l.lane_id
        where _has_rules(l.options) and not r.has_rules
        for no key update of r skip locked
    );
begin
    update ff_route as r set has_rules = true where r.route_id = any (v_route_ids);
    return cardinality(v_route_ids);
end;
$_align_routes$;

comment on function _align_routes is
'Marks routes that were made while another session gave their lane rules; returns how many.';
