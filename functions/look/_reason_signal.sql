create or replace function _reason_signal(p_execution ff_exec_core, p_now timestamptz)
returns _gate
language plpgsql
stable
as $_reason_signal$
declare
    v_wake_at constant timestamptz := (
        select min(s.wake_at) from _awaited_steps(p_execution) as s
    );
    -- a claim applies the timeout, in _settle_waits
    v_goes_on constant boolean := coalesce(
        v_wake_at <= p_now and p_execution.claimable_at <= p_now, false
    );
begin
    return (
        'suspension',
        v_goes_on,
        case when v_goes_on then 'timed_out' else 'waiting_for_signal' end,
        jsonb_strip_nulls(jsonb_build_object(
            'reason', _wait_reason(p_execution, p_now),
            'waits', _described_waits(p_execution, p_now),
            'timeout_at', v_wake_at,
            'remaining_ms', _ms_until(v_wake_at, p_now)
        )),
        case
            when v_goes_on then null
            when v_wake_at is not null then 'ff_send_signal or time'
            else 'ff_send_signal'
        end,
        case when not v_goes_on then v_wake_at end
    )::_gate;
end;
$_reason_signal$;

comment on function _reason_signal is
'Which signal does an execution wait for by a step? Part of ff_explain.';
