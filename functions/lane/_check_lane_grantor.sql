create or replace function _check_lane_grantor(p_lane ff_lane)
returns void
language plpgsql
stable
as $_check_lane_grantor$
begin
    -- who restricted a lane keeps a hold of it, also without a right to what is in it
    if p_lane.is_restricted
        and (p_lane.restricted_by = any(_acting_roles())) is not true
    then
        perform _check_lane(p_lane.lane_id, 'operate');
    end if;
end;
$_check_lane_grantor$;

comment on function _check_lane_grantor is
'Refuses a caller who may not change the grants of a lane: once it is restricted that takes the right to operate it, or to have restricted it.';
