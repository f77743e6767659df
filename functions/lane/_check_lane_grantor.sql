create or replace function _check_lane_grantor(p_lane ff_lane)
returns void
language plpgsql
stable
as $_check_lane_grantor$
begin
    -- the role that restricted a lane may change its grants, even without a right in the lane
    if p_lane.is_restricted
        and (p_lane.restricted_by = any(_acting_roles())) is not true
    then
        perform _check_lane(p_lane.lane_id, 'operate');
    end if;
end;
$_check_lane_grantor$;

comment on function _check_lane_grantor is
'Refuses a caller that may not change the grants of a lane: in a restricted lane it must have the right to operate it, or be the role that restricted it.';
