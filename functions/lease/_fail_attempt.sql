create or replace function _fail_attempt(
    p_execution ff_exec_core,
    p_now timestamptz,
    p_may_retry boolean,
    p_retry_policy jsonb,
    p_outcome ff_terminal_outcome,
    p_reason text,
    p_category text,
    p_detail jsonb,
    p_lease_ended_by ff_lease_end
)
returns ff_failed_attempt
language plpgsql
as $_fail_attempt$
declare
    v_execution ff_exec_core := p_execution;
    v_delay_ms bigint;
    v_retry_at timestamptz;
begin
    if not p_may_retry or not _may_retry(p_retry_policy, p_execution.retry_count, p_category) then
        perform _end_execution(
            p_execution, p_outcome, p_now, p_reason, p_category, p_detail, p_lease_ended_by
        );
        return ('terminal_failed', null, null, null, false)::ff_failed_attempt;
    elsif _cancel_as_requested(p_execution, p_now) then
        -- no worker holds it any more
        return ('terminal_failed', null, null, null, false)::ff_failed_attempt;
    end if;

    v_delay_ms := _retry_delay_ms(p_retry_policy -> 'backoff', p_execution.retry_count);
    v_retry_at := _after_ms(p_now, v_delay_ms);
    perform _archive_attempt(
        p_execution, 'ended_failure', p_now, p_lease_ended_by,
        p_reason, p_category, p_detail, v_retry_at
    );
    v_execution.retry_count := p_execution.retry_count + 1;
    v_execution.failure_reason := p_reason;
    v_execution.failure_category := p_category;
    v_execution.failure_detail := p_detail;
    perform _release(
        v_execution,
        case when v_delay_ms > 0 then 'backoff_retry' else 'waiting_retry' end::ff_state,
        v_retry_at,
        p_now,
        -- a lease that had ended before keeps the reason of its end
        coalesce(p_execution.lease_ended_by, p_lease_ended_by),
        jsonb_build_object(
            'reason', 'retry_scheduled', 'category', p_category, 'retry_at', v_retry_at
        )
    );
    return (
        'retry_scheduled', v_retry_at, v_delay_ms, p_execution.attempt_index + 1, false
    )::ff_failed_attempt;
end;
$_fail_attempt$;

comment on function _fail_attempt is
'Ends the current attempt of a locked execution as a failure: schedules its retry, or ends the execution.';
