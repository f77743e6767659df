create or replace function _check_suspension(
    p_request _suspension_request,
    p_timeout_behavior text
)
returns void
language plpgsql
stable
as $_check_suspension$
declare
    v_has_timeout constant boolean := num_nonnulls(p_request.timeout_ms, p_request.timeout_at) > 0;
begin
    perform _check_json('p_condition', p_request.condition, 65536);
    perform _check_json('p_waitpoints', p_request.waitpoints, 65536);
    perform _check_condition(p_request.condition);
    if cardinality(_condition_keys(p_request.condition)) > 100 then
        perform _raise_invalid('p_condition', 'must not name more than 100 waitpoints');
    elsif p_request.condition ? 'timeout_only' and not v_has_timeout then
        perform _refuse_condition('timeout_only', 'needs p_timeout_ms or p_timeout_at');
    end if;
    perform _check_bindings(p_request.waitpoints, _condition_keys(p_request.condition));
    if p_request.reason_code is null then
        perform _raise_null('p_reason_code');
    elsif _suspended_state(p_request.reason_code) is null then
        perform _raise_invalid(
            'p_reason_code',
            'must be one of waiting_for_signal, step_boundary, waiting_for_approval, '
            || 'waiting_for_callback, waiting_for_tool_result, waiting_for_operator_review, '
            || 'manual_pause, paused_by_policy, paused_by_budget'
        );
    elsif not _is_duration(p_request.timeout_ms, 1) then
        perform _raise_invalid('p_timeout_ms', 'must be between 1 and 315360000000');
    elsif p_request.timeout_ms is not null and p_request.timeout_at is not null then
        perform _raise_invalid('p_timeout_at', 'must be null when p_timeout_ms is given');
    elsif not _is_instant(p_request.timeout_at) then
        perform _raise_invalid('p_timeout_at', 'must be finite and before the year 10000');
    elsif p_timeout_behavior is null then
        perform _raise_null('p_timeout_behavior');
    elsif p_timeout_behavior <> all (enum_range(null::ff_timeout_behavior)::text[]) then
        perform _raise_invalid(
            'p_timeout_behavior',
            'must be one of ' || array_to_string(enum_range(null::ff_timeout_behavior), ', ')
        );
    end if;
    if p_request.idempotency_key is not null then
        perform _check_text('p_idempotency_key', p_request.idempotency_key, 1024);
    end if;
    if p_request.continuation is not null then
        perform _check_text('p_continuation', p_request.continuation, 65536);
    end if;
    perform _check_token_ttl(p_request.token_ttl_ms);
    perform _check_shown(p_request.step_key, p_request.title, p_request.detail);
    if p_request.requested_by is null then
        perform _raise_null('p_requested_by');
    elsif p_request.requested_by not in ('worker', 'operator', 'policy', 'system_timeout_policy')
    then
        perform _raise_invalid(
            'p_requested_by', 'must be worker, operator, policy or system_timeout_policy'
        );
    end if;
end;
$_check_suspension$;

comment on function _check_suspension is 'Refuses wrong arguments of a call that suspends.';
