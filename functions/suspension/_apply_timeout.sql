create or replace function _apply_timeout(
    p_execution ff_exec_core,
    p_suspension ff_suspension,
    p_now timestamptz
)
returns void
language plpgsql
as $_apply_timeout$
declare
    v_behavior constant ff_timeout_behavior := p_suspension.timeout_behavior;
    v_reason constant text := 'suspension_timeout:' || v_behavior::text;
begin
    if v_behavior in ('auto_resume_with_timeout_signal', 'escalate') then
        perform _record_event(
            'suspension_timed_out', p_execution, p_now, 'none', jsonb_build_object(
                'suspension_id', p_suspension.suspension_id, 'behavior', v_behavior
            )
        );
    end if;
    if v_behavior = 'auto_resume_with_timeout_signal' then
        -- From a visible moment to a later one: like a claim, this needs no gate.
        perform _resume_suspended(p_execution, p_now, 0, 'timed_out_auto_resume');
        return;
    elsif v_behavior = 'escalate' then
        update ff_suspension as s
        set
            reason_code = 'waiting_for_operator_review',
            timeout_at = null,
            timeout_behavior = null,
            escalated_at = p_now
        where s.suspension_id = p_suspension.suspension_id;
        update ff_waitpoint as w
        set expires_at = null
        where w.suspension_id = p_suspension.suspension_id and w.state = 'active';
        perform _release(p_execution, 'suspended_operator', null, p_now);
        return;
    end if;

    perform _close_suspension(p_execution, p_now, 'timed_out_' || v_behavior::text);
    if v_behavior = 'cancel' then
        update ff_exec_core as e
        set cancellation_reason = v_reason, cancelled_by = 'suspension_timeout'
        where e.execution_id = p_execution.execution_id;
        perform _end_execution(
            p_execution, 'cancelled', p_now, null, null, null, 'suspended',
            jsonb_build_object('reason', v_reason, 'source', 'suspension_timeout')
        );
        return;
    end if;
    perform _end_execution(
        p_execution,
        case v_behavior when 'fail' then 'failed' else 'expired' end::ff_terminal_outcome,
        p_now, v_reason, 'timeout', null, 'suspended'
    );
end;
$_apply_timeout$;

comment on function _apply_timeout is
'Applies the timeout of its suspension to a locked execution, which fails, is cancelled, expires, goes on, or waits for an operator.';
