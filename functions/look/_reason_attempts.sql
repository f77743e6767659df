create or replace function _reason_attempts(p_execution ff_exec_core, p_now timestamptz)
returns _gate
language plpgsql
stable
as $_reason_attempts$
declare
    v_retry_policy constant jsonb := _retry_policy_of(p_execution.policy);
    v_outcome text;
begin
    if _is_attempt_over(
        p_execution.state, p_execution.attempt_deadline_at,
        p_execution.lease_expires_at, p_now
    ) then
        -- the claim that finds it fails the attempt, and takes its retry if that is due at once
        v_outcome := case
            when not _may_retry(v_retry_policy, p_execution.retry_count, 'timeout') then 'expires'
            when _retry_delay_ms(v_retry_policy -> 'backoff', p_execution.retry_count) > 0
                then 'timed_out'
            else 'retried_at_once'
        end;
    elsif _is_active(p_execution.state)
        and not _is_leased(p_execution.state, p_execution.lease_expires_at, p_now)
        and (_cancel_request_of(p_execution)).execution_id is not null
    then
        v_outcome := 'cancel_requested';
    elsif _is_active(p_execution.state)
        and not _is_leased(p_execution.state, p_execution.lease_expires_at, p_now)
        and not _may_be_taken_over(p_execution.lease_reclaim_count, p_execution.policy)
    then
        v_outcome := 'reclaims_exhausted';
    end if;
    return (
        'attempts',
        coalesce(v_outcome = 'retried_at_once', true),
        coalesce(v_outcome, 'left'),
        jsonb_strip_nulls(jsonb_build_object(
            'attempt_index', p_execution.attempt_index,
            'attempt_deadline_at', p_execution.attempt_deadline_at,
            'retry_count', p_execution.retry_count,
            'max_retries', case
                when jsonb_typeof(v_retry_policy) = 'object' and v_retry_policy <> '{}'
                    then coalesce((v_retry_policy ->> 'max_retries')::numeric, 3)
                else 0
            end,
            'lease_reclaim_count', p_execution.lease_reclaim_count,
            'max_reclaim_count', _reclaim_cap(coalesce(p_execution.policy, '{}')),
            'replay_count', p_execution.replay_count
        )),
        case
            when v_outcome = 'timed_out' then 'the next claim or tick, which schedules its retry'
            when v_outcome in ('expires', 'reclaims_exhausted', 'cancel_requested')
                then 'the next claim or tick, which ends it'
        end,
        null
    )::_gate;
end;
$_reason_attempts$;

comment on function _reason_attempts is
'Has the attempt run out of time, or was the execution taken over too often? Part of ff_explain.';
