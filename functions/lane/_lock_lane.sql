create or replace function _lock_lane(p_lane_id text)
returns ff_lane
language plpgsql
as $_lock_lane$
declare
    v_lane ff_lane;
begin
    -- shared, so that a lane that is made open is seen by ff_set_default_access
    perform 1 from ff_meta as m where m.key = 'default_access' for share;
    insert into ff_lane (lane_id, is_restricted, registered_at, updated_at)
    values (p_lane_id, _are_lanes_closed(), _now(), _now())
    on conflict (lane_id) do nothing;
    select l.* into v_lane from ff_lane as l where l.lane_id = p_lane_id for no key update;
    return v_lane;
end;
$_lock_lane$;

comment on function _lock_lane is 'Locks the row of a lane; makes it if it does not exist.';
