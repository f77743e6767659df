create or replace function _reason_suspension(p_execution ff_exec_core, p_now timestamptz)
returns _gate
language plpgsql
stable
as $_reason_suspension$
declare
    v_is_suspended constant boolean := _is_suspended(p_execution.state);
    v_suspension ff_suspension;
    v_goes_on boolean;
    v_end text;
begin
    if v_is_suspended and exists (select 1 from _awaited_steps(p_execution) as s) then
        return _reason_signal(p_execution, p_now);
    end if;
    select s.*
    into v_suspension
    from ff_suspension as s
    where
        s.execution_id = p_execution.execution_id
        and s.closed_at is null;
    -- a claim applies the timeout, in _settle_suspension
    v_goes_on := coalesce(
        v_suspension.timeout_behavior = 'auto_resume_with_timeout_signal'
        and v_suspension.timeout_at <= p_now
        and p_execution.claimable_at <= p_now,
        false
    );
    v_end := case v_suspension.timeout_behavior
        when 'fail' then 'failed'
        when 'cancel' then 'cancelled'
        when 'expire' then 'expired'
    end;
    return (
        'suspension',
        not v_is_suspended or v_goes_on,
        case
            when not v_is_suspended then 'none'
            when v_goes_on then 'timed_out'
            else coalesce(v_suspension.reason_code, 'suspended')
        end,
        case
            when v_is_suspended then jsonb_strip_nulls(jsonb_build_object(
                'suspension_id', v_suspension.suspension_id,
                'step_key', v_suspension.step_key,
                'title', v_suspension.title,
                'condition', v_suspension.condition,
                'suspended_at', v_suspension.suspended_at,
                'signal_count', v_suspension.signal_count,
                'timeout_at', v_suspension.timeout_at,
                'timeout_behavior', v_suspension.timeout_behavior,
                'remaining_ms', _ms_until(v_suspension.timeout_at, p_now),
                'waitpoints', _waited_for(v_suspension.suspension_id)
            ))
            else '{}'
        end,
        case
            when not v_is_suspended or v_goes_on then null
            when v_end is not null and v_suspension.timeout_at <= p_now
                then format('the next claim or tick, which ends it as %s', v_end)
            else concat_ws(
                ' or ',
                case
                    when not v_suspension.condition ?| array['operator_only', 'timeout_only']
                        then 'ff_deliver_signal'
                end,
                'ff_resume_execution',
                case
                    when v_end is not null then format('its timeout, which ends it as %s', v_end)
                    when v_suspension.timeout_behavior = 'auto_resume_with_timeout_signal'
                        then 'its timeout'
                end
            )
        end,
        case
            when
                v_is_suspended
                and not v_goes_on
                and v_suspension.timeout_behavior <> 'escalate'
                then v_suspension.timeout_at
        end
    )::_gate;
end;
$_reason_suspension$;

comment on function _reason_suspension is
'Is the execution suspended, and which waitpoints does it wait for? Part of ff_explain.';
