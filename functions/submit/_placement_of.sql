create or replace function _placement_of(p_submission _submission)
returns _placement
language plpgsql
as $_placement_of$
declare
    v_capabilities text[] := p_submission.required_capabilities;
    v_default_policy jsonb;
    v_lane_state ff_lane_state;
    v_is_restricted boolean;
    v_has_submitter_limits boolean;
    v_place _placement;
begin
    -- taken before the route is read, which makes it safe to retire a route
    lock table ff_gate_h in row share mode;
    if cardinality(v_capabilities) > 0 then
        v_capabilities := _sorted_set(v_capabilities);
    end if;
    select
        r.route_id, l.default_policy, l.state, l.is_restricted, _is_fair(l.options),
        l.has_submitter_limits
    into
        v_place.route_id, v_default_policy, v_lane_state, v_is_restricted, v_place.is_fair,
        v_has_submitter_limits
    from (select) as always
    left join ff_lane as l on l.lane_id = p_submission.lane_id
    left join ff_route as r
        on r.lane_id = p_submission.lane_id
        and r.priority = p_submission.priority
        and r.required_capabilities = v_capabilities
        and r.merged_into is null
        -- implied, and named for the index of routes in use
        and r.retired_at is null
    -- every session takes the first one, so that duplicates fall out of use
    order by r.route_id
    limit 1;
    -- a lane that has a route has a row, too, if lanes without grants are closed
    if v_is_restricted or v_place.route_id is null then
        perform _check_lane(p_submission.lane_id, 'submit');
    end if;
    if v_lane_state in ('draining', 'disabled') then
        perform _raise('lane_not_accepting', jsonb_build_object(
            'lane_id', p_submission.lane_id, 'lane_state', v_lane_state
        ));
    end if;
    if v_place.route_id is null then
        perform _enter_lanes(array[p_submission.lane_id]);
        v_place.route_id := _new_route(
            p_submission.lane_id, v_capabilities, p_submission.priority
        );
    end if;
    v_place.policy := p_submission.policy;
    v_default_policy := _default_policy(v_default_policy);
    if v_default_policy is not null then
        v_place.policy := _merged_policy(v_default_policy, p_submission.policy);
    end if;
    if v_has_submitter_limits then
        v_place.submitters := _limited_submitters(p_submission.lane_id);
    end if;
    return v_place;
end;
$_placement_of$;

comment on function _placement_of is
'Finds or makes the route of a submission, and completes its policy from the default policies.';
