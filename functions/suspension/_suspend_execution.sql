create or replace function _suspend_execution(p_fence _fence, p_request _suspension_request)
returns ff_suspended_execution
language plpgsql
as $_suspend_execution$
declare
    v_execution constant ff_exec_core := _lock_execution(
        p_fence.partition_key, p_fence.execution_id
    );
    v_now constant timestamptz := _announce();
    v_suspension ff_suspension;
    v_closer_id uuid;
begin
    v_suspension := _known_suspension(v_execution, p_fence, p_request);
    if (v_suspension.lease_id, v_suspension.lease_epoch, v_suspension.attempt_id)
        = (p_fence.lease_id, p_fence.lease_epoch, p_fence.attempt_id)
    then
        return _suspension_answer(
            v_suspension,
            case when v_suspension.has_parked then 'suspended' else 'already_satisfied' end,
            v_now, true
        );
    end if;
    perform _check_fence(v_execution, p_fence, v_now);
    if v_suspension.suspension_id is not null then
        -- the attempt went on and came by again: what the key stands for was waited for
        return _suspension_answer(v_suspension, 'already_satisfied', v_now, true);
    end if;

    v_suspension := _open_suspension(v_execution, p_request, v_now);
    perform _bind_waitpoints(v_execution, v_suspension, p_request.waitpoints, v_now);
    v_closer_id := _weigh_buffered(v_suspension);
    if v_closer_id is not null then
        perform _close_suspension(v_execution, v_now, 'resumed', v_closer_id);
        update ff_suspension as s
        set has_parked = false
        where s.suspension_id = v_suspension.suspension_id;
        return _suspension_answer(v_suspension, 'already_satisfied', v_now, false);
    end if;

    update ff_exec_core as e
    set
        state = _suspended_state(p_request.reason_code),
        -- Whoever claims then applies the timeout, or ends what is past its deadline; null when
        -- neither comes.
        claimable_at = least(v_suspension.timeout_at, e.deadline_at),
        lease_ended_at = v_now,
        lease_ended_by = 'suspended',
        updated_at = v_now
    where e.execution_id = p_fence.execution_id and e.partition_key = p_fence.partition_key;
    perform _record_event('released', v_execution, v_now, 'none', jsonb_build_object(
        'reason', 'suspended',
        'suspension_id', v_suspension.suspension_id,
        'reason_code', p_request.reason_code
    ));
    return _suspension_answer(v_suspension, 'suspended', v_now, false);
end;
$_suspend_execution$;

comment on function _suspend_execution is
'Parks an execution for the holder of its lease, unless what it would wait for is there already.';
