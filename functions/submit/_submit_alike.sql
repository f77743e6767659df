create or replace function _submit_alike(
    p_submission _submission,
    p_inputs jsonb[],
    p_parent_step_keys text[] default null
)
returns setof ff_created_item
language plpgsql
as $_submit_alike$
declare
    v_place constant _placement := _placement_of(p_submission);
    -- once for the batch
    v_caller constant text := _caller()::text;
    v_login constant text := _creating_login();
    v_times constant _schedule := _schedule_submission(p_submission, v_place.policy);
    -- the items have no idempotency keys
    v_partition constant integer := _partition_for(
        p_submission.flow_id, p_submission.budget_ids[1], p_submission.quota_policy_id,
        p_parent_id => p_submission.parent_id
    );
    -- counted up, so that they are listed in the order given
    v_ids constant uuid[] := _sibling_uuids(
        _new_id(v_times.submitted_at, v_partition), cardinality(p_inputs), v_partition
    );
    v_byte_counts bigint[];
begin
    if v_place.submitters is not null then
        v_byte_counts := array(
            select _content_bytes(
                i.input, p_submission.payload, p_submission.tags, p_submission.policy
            )
            from unnest(p_inputs) as i (input)
        );
        perform _check_submitter(
            p_submission.lane_id, v_place.submitters, cardinality(p_inputs),
            (select sum(b.byte_count)::bigint from unnest(v_byte_counts) as b (byte_count))
        );
    end if;
    insert into ff_exec_core (
        execution_id, flow_id, state, route_id, claimable_at, created_at, updated_at, deadline_at,
        kind, namespace, created_by, creating_login, creating_actor, tags, policy, input, payload,
        is_limited, quota_policy_id, quota_key, budget_ids, fairness_key, is_counted,
        parent_id, parent_step_key
    )
    select
        i.execution_id,
        p_submission.flow_id,
        v_times.state,
        v_place.route_id,
        -- a microsecond apart, so that they are claimed in the order given
        v_times.claimable_at + (i.item - 1) * interval '1 microsecond',
        v_times.submitted_at,
        v_times.submitted_at,
        v_times.deadline_at,
        p_submission.kind,
        p_submission.namespace,
        v_caller,
        v_login,
        p_submission.actor,
        p_submission.tags,
        v_place.policy,
        i.input,
        p_submission.payload,
        _has_own_limits(p_submission),
        p_submission.quota_policy_id,
        p_submission.quota_key,
        p_submission.budget_ids,
        case when v_place.is_fair then coalesce(p_submission.fairness_key, '') end,
        v_place.submitters is not null,
        p_submission.parent_id,
        i.parent_step_key
    from unnest(v_ids, p_inputs, p_parent_step_keys) with ordinality as i (
        execution_id, input, parent_step_key, item
    );
    if v_place.submitters is not null then
        perform _count_submissions(
            p_submission.lane_id, v_place.submitters, v_ids, v_byte_counts
        );
    end if;
    if v_place.is_fair and v_times.claimable_at <= _now() then
        perform _await_turn(v_place.route_id, coalesce(p_submission.fairness_key, ''));
    end if;
    perform _enter_work(p_submission, v_times, v_ids);
    return query
    select
        i.execution_id,
        'created',
        v_times.public_state,
        null::text,
        null::jsonb
    from unnest(v_ids) with ordinality as i (execution_id, item)
    order by i.item;
end;
$_submit_alike$;

comment on function _submit_alike is
'Writes a batch of submissions that differ only in their input, by one statement.';
