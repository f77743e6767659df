create or replace function _fail_attempt(
    p_execution ff_exec_core,
    p_now timestamptz,
    p_may_retry boolean,
    p_retry_policy jsonb,
    p_outcome ff_terminal_outcome,
    p_reason text,
    p_category text,
    p_detail jsonb,
    p_lease_ended_by ff_lease_end,
    p_audit jsonb default null
)
returns ff_failed_attempt
language plpgsql
as $_fail_attempt$
declare
    v_execution ff_exec_core;
    v_delay_ms bigint;
    v_retry_at timestamptz;
begin
    if not p_may_retry or not _may_retry(p_retry_policy, p_execution.retry_count, p_category) then
        perform _end_execution(
            p_execution, p_outcome, p_now, p_reason, p_category, p_detail, p_lease_ended_by,
            jsonb_strip_nulls(jsonb_build_object('reason', p_reason, 'category', p_category))
            || coalesce(p_audit, '{}')
        );
        return ('terminal_failed', null, null, null, false)::ff_failed_attempt;
    end if;

    v_delay_ms := _retry_delay_ms(p_retry_policy -> 'backoff', p_execution.retry_count);
    v_retry_at := _after_ms(p_now, v_delay_ms);
    perform _end_attempt(
        p_execution, 'ended_failure', p_now, p_lease_ended_by,
        p_reason, p_category, p_detail, v_retry_at
    );
    update ff_exec_core as e
    set
        state = case when v_delay_ms > 0 then 'backoff_retry' else 'waiting_retry' end::ff_state,
        -- no later than the deadline: whoever claims then ends it
        claimable_at = greatest(p_now, least(v_retry_at, e.deadline_at)),
        retry_count = e.retry_count + 1,
        lease_ended_at = coalesce(e.lease_ended_at, p_now),
        lease_ended_by = coalesce(e.lease_ended_by, p_lease_ended_by),
        failure_reason = p_reason,
        failure_category = p_category,
        failure_detail = p_detail,
        updated_at = p_now
    where e.execution_id = p_execution.execution_id
    returning e.* into v_execution;
    perform _record_event('released', p_execution, p_now, 'none', jsonb_build_object(
        'reason', 'retry_scheduled', 'category', p_category, 'retry_at', v_retry_at
    ) || coalesce(p_audit, '{}'));
    if v_execution.flow_id is not null then
        -- last: its join may end it
        perform _wait_for_join(v_execution);
    end if;
    perform _ring_route(p_execution.route_id, v_retry_at);
    return (
        'retry_scheduled', v_retry_at, v_delay_ms, p_execution.attempt_index + 1, false
    )::ff_failed_attempt;
end;
$_fail_attempt$;

comment on function _fail_attempt is
'Ends the current attempt of a locked execution as a failure: schedules its retry, or ends the execution.';
