create or replace function _accept_signal(
    p_execution_id uuid,
    p_waitpoint_id uuid,
    p_request _signal_request,
    p_audit jsonb default '{}'
)
returns ff_delivered_signal
language plpgsql
as $_accept_signal$
declare
    v_execution ff_exec_core := _lock_execution(p_execution_id);
    v_now constant timestamptz := _now_at_gate();
    v_waitpoint ff_waitpoint;
    v_signal ff_signal;
begin
    v_waitpoint := _waitpoint_of(v_execution, p_waitpoint_id);
    v_signal := _known_signal(v_waitpoint, p_request);
    if v_signal.signal_id is not null then
        -- before every check of the state: a repeated closing signal must get its answer, too
        return (
            'duplicate', v_signal.signal_id, v_signal.effect, _public_state(v_execution.state)
        )::ff_delivered_signal;
    end if;
    if _is_suspended(v_execution.state) and v_execution.claimable_at <= v_now then
        v_execution := _settled_suspension(v_execution, v_now);
        v_waitpoint := _waitpoint_of(v_execution, p_waitpoint_id);
    end if;
    perform _check_signalable(v_waitpoint, v_execution, v_now);

    v_signal := _new_signal(v_waitpoint, p_request, v_now);
    if v_waitpoint.state = 'pending' then
        v_signal.effect := 'buffered_for_pending_waitpoint';
    else
        v_signal.effect := _weigh_signal(v_waitpoint, v_signal, v_now);
    end if;
    -- a suspension or a signal in an older snapshot, which does not show this, conflicts with it
    update ff_exec_core as e
    set updated_at = v_now
    where e.execution_id = p_execution_id;
    perform _store_signal(v_signal);
    perform _record_event(
        'signal_delivered', v_execution, v_now, 'none',
        jsonb_strip_nulls(jsonb_build_object(
            'signal_id', v_signal.signal_id,
            'signal_name', v_signal.signal_name,
            'signal_category', v_signal.signal_category,
            'waitpoint_id', v_signal.waitpoint_id,
            'source_type', v_signal.source_type,
            'source_identity', v_signal.source_identity,
            'effect', v_signal.effect
        )) || p_audit
    );
    -- last: a decided join may end the execution as soon as it is resumed
    if v_signal.effect = 'resume_condition_satisfied' then
        v_execution := _resume_suspended(
            v_execution, v_now, p_request.resume_delay_ms, 'resumed', v_signal.signal_id
        );
    end if;
    return (
        'accepted', v_signal.signal_id, v_signal.effect, _public_state(v_execution.state)
    )::ff_delivered_signal;
end;
$_accept_signal$;

comment on function _accept_signal is
'Takes a signal whose sender has proved that it may send it, by a token or as an approver.';
