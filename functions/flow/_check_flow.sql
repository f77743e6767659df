create or replace function _check_flow(p_flow_id uuid, variadic p_verbs text[])
returns void
language plpgsql
stable
as $_check_flow$
declare
    v_roles constant name[] := _roles_in_lanes();
begin
    if v_roles is not null then
        -- raises, if there is such a lane
        perform _check_lane(c.lane_id, variadic p_verbs)
        from _closed_lane_of(p_flow_id, v_roles, variadic p_verbs) as c (lane_id)
        where c.lane_id is not null;
    end if;
end;
$_check_flow$;

comment on function _check_flow is
'Refuses a caller who may do none of p_verbs in the lane of some member of a flow: an action on a flow needs the right in the lanes of all its members.';
