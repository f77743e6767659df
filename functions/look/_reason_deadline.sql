create or replace function _reason_deadline(p_execution ff_exec_core, p_now timestamptz)
returns _gate
language plpgsql
stable
as $_reason_deadline$
declare
    v_is_over constant boolean := coalesce(p_execution.deadline_at <= p_now, false);
    -- it ends nothing that has ended
    v_is_closed constant boolean := v_is_over and p_execution.terminal_at is null;
begin
    return (
        'deadline',
        not v_is_closed,
        case
            when v_is_over then 'over'
            when p_execution.deadline_at is null then 'none'
            else 'ahead'
        end,
        jsonb_strip_nulls(jsonb_build_object(
            'deadline_at', p_execution.deadline_at,
            'remaining_ms', _ms_until(p_execution.deadline_at, p_now)
        )),
        case
            when v_is_closed and (_cancel_request_of(p_execution)).cancel_at <= p_now
                then 'the next claim or tick, which cancels it as requested'
            when v_is_closed then 'the next claim or tick, which ends it as expired'
        end,
        null
    )::_gate;
end;
$_reason_deadline$;

comment on function _reason_deadline is
'Is the execution past its deadline? Part of ff_explain.';
