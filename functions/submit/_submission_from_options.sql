create or replace function _submission_from_options(
    p_lane_id text,
    p_input jsonb,
    p_options jsonb
)
returns _submission
language plpgsql
stable
as $_submission_from_options$
declare
    v_submission _submission;
    v_given constant jsonb := jsonb_strip_nulls(p_options - array['tags', 'policy']);
begin
    perform _check_submission_options(p_options);
    v_submission.lane_id := p_lane_id;
    v_submission.input := p_input;
    v_submission.payload := _parse_bytes('p_options.payload', v_given ->> 'payload');
    v_submission.kind := coalesce(v_given ->> 'kind', 'default');
    v_submission.priority := coalesce((v_given ->> 'priority')::numeric::integer, 0);
    v_submission.required_capabilities := array(
        select c.value
        from jsonb_array_elements_text(v_given -> 'required_capabilities') as c (value)
    );
    v_submission.delay_ms := (v_given ->> 'delay_ms')::numeric::bigint;
    v_submission.run_at := _parse_instant('p_options.run_at', v_given ->> 'run_at');
    v_submission.deadline_ms := (v_given ->> 'deadline_ms')::numeric::bigint;
    v_submission.deadline_at := _parse_instant('p_options.deadline_at', v_given ->> 'deadline_at');
    v_submission.idempotency_key := v_given ->> 'idempotency_key';
    v_submission.namespace := coalesce(v_given ->> 'namespace', 'default');
    v_submission.tags := coalesce(nullif(p_options -> 'tags', 'null'), '{}');
    v_submission.policy := nullif(p_options -> 'policy', 'null');
    if v_given ? 'execution_id' then
        v_submission.execution_id := _parse_uuid(
            'p_options.execution_id', v_given ->> 'execution_id'
        );
        perform _check_new_execution_id('p_options.execution_id', v_submission.execution_id);
    end if;
    v_submission.actor := v_given ->> 'actor';
    v_submission.flow_id := _parse_uuid('p_options.flow_id', v_given ->> 'flow_id');
    v_submission.quota_policy_id := _parse_uuid(
        'p_options.quota_policy_id', v_given ->> 'quota_policy_id'
    );
    v_submission.quota_key := v_given ->> 'quota_key';
    v_submission.budget_ids := _uuids_in(v_given -> 'budget_ids');
    v_submission.fairness_key := v_given ->> 'fairness_key';
    perform _check_submission(v_submission);
    return v_submission;
end;
$_submission_from_options$;

comment on function _submission_from_options is
'One item of a batch as a checked submission; each option must have a single value here.';
