create or replace function _check_submission(p_submission _submission)
returns void
language plpgsql
volatile
as $_check_submission$
begin
    perform _check_name('p_lane_id', p_submission.lane_id, 'lane');
    perform _check_name('p_kind', p_submission.kind, 'label');
    perform _check_name('p_namespace', p_submission.namespace, 'label');
    perform _check_content('p_input', p_submission.input, 'p_payload', p_submission.payload);
    if p_submission.priority is null then
        perform _raise_null('p_priority');
    elsif p_submission.priority not between 0 and 9000 then
        perform _raise_invalid('p_priority', 'must be between 0 and 9000');
    end if;
    perform _check_capabilities('p_required_capabilities', p_submission.required_capabilities);
    if p_submission.delay_ms is not null and p_submission.run_at is not null then
        perform _raise_invalid('p_run_at', 'must be null when p_delay_ms is given');
    elsif not _is_duration(p_submission.delay_ms, 0) then
        perform _raise_invalid('p_delay_ms', 'must be between 0 and 315360000000');
    elsif not _is_instant(p_submission.run_at) then
        perform _raise_invalid('p_run_at', 'must be finite and before the year 10000');
    end if;
    if p_submission.deadline_ms is not null and p_submission.deadline_at is not null then
        perform _raise_invalid('p_deadline_at', 'must be null when p_deadline_ms is given');
    elsif not _is_duration(p_submission.deadline_ms, 1) then
        perform _raise_invalid('p_deadline_ms', 'must be between 1 and 315360000000');
    elsif not _is_instant(p_submission.deadline_at) then
        perform _raise_invalid('p_deadline_at', 'must be finite and before the year 10000');
    end if;
    if octet_length(p_submission.idempotency_key) not between 1 and 512 then
        perform _raise_invalid('p_idempotency_key', 'must be 1 to 512 bytes');
    elsif starts_with(p_submission.idempotency_key, 'flowfabric.') then
        perform _raise_invalid('p_idempotency_key', 'must not begin with "flowfabric."');
    end if;
    if p_submission.tags is distinct from '{}' then
        perform _check_new_tags('p_tags', p_submission.tags);
    end if;
    if p_submission.quota_key is not null then
        perform _check_quota_key('p_quota_key', p_submission.quota_key);
    end if;
    if p_submission.fairness_key is not null then
        perform _check_name('p_fairness_key', p_submission.fairness_key, 'label');
    end if;
    -- dimensions first: array_position fails on an array of arrays
    if (
        case
            when array_ndims(p_submission.budget_ids) > 1 then true
            when cardinality(p_submission.budget_ids) > 16 then true
            else array_position(p_submission.budget_ids, null) is not null
        end
    )
    then
        perform _raise_invalid('p_budget_ids', 'must be a list of at most 16 ids');
    end if;
    perform _check_policy('p_policy', p_submission.policy);
    if p_submission.actor is not null then
        perform _check_name('p_actor', p_submission.actor, 'label');
    end if;
    if _has_own_limits(p_submission) then
        perform _check_limits(p_submission.quota_policy_id, p_submission.budget_ids);
    end if;
    if p_submission.flow_id is not null then
        perform _check_open_flow(p_submission.flow_id);
        perform _check_new_lane_of(p_submission.flow_id, p_submission.lane_id);
    end if;
end;
$_check_submission$;

comment on function _check_submission is 'Refuses a submission with a wrong argument, naming it, or with limits or a flow that do not exist.';
