create or replace function _reason_time(
    p_execution ff_exec_core,
    p_reserved_until timestamptz,
    p_now timestamptz
)
returns _gate
language plpgsql
stable
as $_reason_time$
declare
    v_must_wait constant boolean := coalesce(
        p_execution.claimable_at > p_now
        and p_execution.claimable_at > coalesce(p_reserved_until, '-infinity')
        and (
            p_execution.state <= 'resume_delay'
            or (
                _is_active(p_execution.state)
                and not _is_leased(p_execution.state, p_execution.lease_expires_at, p_now)
            )
        ),
        false
    );
begin
    return (
        'time',
        not v_must_wait,
        case
            when not v_must_wait then 'due'
            when p_execution.state in ('delayed_first', 'delayed_resume') then 'delayed'
            when p_execution.state = 'backoff_retry' then 'retry_backoff'
            when p_execution.state = 'resume_delay' then 'resume_delay'
            else 'not_yet'
        end,
        jsonb_strip_nulls(jsonb_build_object(
            'claimable_at', p_execution.claimable_at,
            'reason', case when v_must_wait then _wait_reason(p_execution, p_now) end
        )),
        case when v_must_wait then 'time' end,
        case when v_must_wait then p_execution.claimable_at end
    )::_gate;
end;
$_reason_time$;

comment on function _reason_time is
'Has the delay, or the backoff of the retry, ended? Passes when the execution waits for something else than time. Part of ff_explain.';
