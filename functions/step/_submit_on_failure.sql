create or replace function _submit_on_failure(p_execution_id uuid)
returns void
language plpgsql
as $_submit_on_failure$
declare
    -- cannot raise ZF201, 22023: the execution is locked, and no lane is given
    v_ended constant ff_exec_core := _read_execution(p_execution_id);
    v_from_lane_id constant text := (_route_of(v_ended)).lane_id;
    v_on_failure constant jsonb := v_ended.policy -> 'on_failure';
    v_lane_id constant text := coalesce(v_on_failure ->> 'lane_id', v_from_lane_id);
    v_submission _submission;
    v_times _schedule;
    v_is_fair boolean;
    v_route_id integer;
begin
    -- taken before the route is read, which makes it safe to retire a route
    lock table ff_gate_h in row share mode;
    perform _enter_lanes(array[v_lane_id]);
    -- its own failure submits nothing, or there might be no end
    select _default_policy(l.default_policy) - 'on_failure', _is_fair(l.options)
    into v_submission.policy, v_is_fair
    from (select) as always
    left join ff_lane as l on l.lane_id = v_lane_id;
    v_route_id := _route_for(v_lane_id, '{}', 0);
    v_times := _schedule_submission(v_submission, v_submission.policy);
    -- also where its lane accepts no work, or its submitter has too much there: the end of an
    -- execution does not fail
    insert into ff_exec_core (
        execution_id, state, route_id, claimable_at, created_at, updated_at, deadline_at, kind,
        namespace, created_by, creating_login, creating_actor, tags, policy, input, fairness_key
    )
    values (
        _new_id(v_times.submitted_at, _partition_of(v_ended.execution_id)),
        v_times.state,
        v_route_id,
        v_times.claimable_at,
        v_times.submitted_at,
        v_times.submitted_at,
        v_times.deadline_at,
        v_on_failure ->> 'kind',
        v_ended.namespace,
        v_ended.created_by,
        v_ended.creating_login,
        v_ended.creating_actor,
        '{}',
        v_submission.policy,
        jsonb_strip_nulls(jsonb_build_object(
            'execution_id', v_ended.execution_id,
            'kind', v_ended.kind,
            'lane_id', v_from_lane_id,
            'public_state', _public_state(v_ended.state),
            'failure_reason', v_ended.failure_reason,
            'failure_category', v_ended.failure_category,
            'failure_detail', v_ended.failure_detail,
            'cancellation_reason', v_ended.cancellation_reason
        )),
        case when v_is_fair then '' end
    );
    if v_is_fair then
        perform _await_turn(v_route_id, '', v_ended.created_by);
    end if;
    perform _ring(v_lane_id, v_times.claimable_at);
end;
$_submit_on_failure$;

comment on function _submit_on_failure is
'Submits the execution that the policy of an ended execution names, with its id and its failure as input, in the name of its submitter.';
