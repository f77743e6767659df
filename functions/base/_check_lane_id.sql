create or replace function _check_lane_id(p_argument text, p_value text)
returns void
language plpgsql
immutable
as $_check_lane_id$
begin
    if p_value is null then
        perform _raise_null(p_argument);
    elsif not _is_lane_id(p_value) then
        perform _raise_invalid(p_argument, 'must be 1 to 64 printable ASCII characters');
    end if;
end;
$_check_lane_id$;

comment on function _check_lane_id is 'Refuses what cannot name a lane.';
