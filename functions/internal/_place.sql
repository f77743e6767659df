create or replace function _place(p_submission _submission)
returns _placement
language plpgsql
as $_place$
declare
    s constant _submission := p_submission;
    v_capabilities text[] := s.required_capabilities;
    v_default_policy jsonb;
    v_place _placement;
begin
    if cardinality(v_capabilities) > 0 then
        v_capabilities := _sorted_set(v_capabilities);
    end if;
    select r.route_id, l.default_policy
    into v_place.route_id, v_default_policy
    from (select) as always
    left join ff_lane as l on l.lane_id = s.lane_id
    left join ff_route as r
        on r.lane_id = s.lane_id
        and r.priority = s.priority
        and r.required_capabilities = v_capabilities
    limit 1;
    if v_place.route_id is null then
        v_place.route_id := _new_route(s.lane_id, v_capabilities, s.priority);
    end if;
    v_place.policy := coalesce(v_default_policy || s.policy, v_default_policy, s.policy);
    return v_place;
end;
$_place$;

comment on function _place is
'Finds the route of a submission, or makes it, and completes its policy from the default of the lane.';
