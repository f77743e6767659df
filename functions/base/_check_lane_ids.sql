create or replace function _check_lane_ids(p_argument text, p_lane_ids text[])
returns void
language plpgsql
immutable
as $_check_lane_ids$
begin
    if p_lane_ids is null then
        perform _raise_null(p_argument);
    elsif array_ndims(p_lane_ids) > 1 then
        perform _raise_invalid(p_argument, 'must be a one-dimensional array');
    elsif cardinality(p_lane_ids) not between 1 and 1000 then
        perform _raise_invalid(p_argument, 'must have 1 to 1000 lanes');
    elsif exists (
        select 1
        from unnest(p_lane_ids) as l (lane_id)
        where _is_name(l.lane_id, 'lane') is not true
    ) then
        perform _raise_invalid(
            p_argument, 'must be names of lanes, 1 to 64 printable ASCII characters each'
        );
    end if;
end;
$_check_lane_ids$;

comment on function _check_lane_ids is 'Refuses an array that is not a list of names of lanes.';
