create or replace function _suspend_execution(p_fence _fence, p_request _suspension_request)
returns ff_suspended_execution
language plpgsql
as $_suspend_execution$
declare
    v_execution ff_exec_core := _lock_execution(p_fence.execution_id);
    v_now constant timestamptz := _now_at_gate();
    v_suspension ff_suspension;
    v_step ff_step;
    v_closer_id uuid;
begin
    if v_execution.state <> 'active' and _is_own_lease_end(v_execution, p_fence, 'suspended') then
        -- the lease of the handle ended with a suspension: only the same call can be a replay
        v_suspension := _known_suspension(v_execution, p_fence, p_request);
        if v_suspension.has_parked and v_suspension.lease_id = p_fence.lease_id then
            return _suspension_answer(
                v_suspension, 'suspended', v_now, p_request.token_ttl_ms, true
            );
        end if;
    end if;
    -- before already_satisfied is returned, which says that the caller still holds the lease
    perform _check_fence(
        v_execution, p_fence, _fence_moment(v_execution.lease_expires_at, v_now)
    );
    if p_request.step_key is not null then
        v_step := _suspension_step(p_fence.execution_id, p_request.step_key);
        select s.*
        into v_suspension
        from ff_suspension as s
        where s.suspension_id = v_step.suspension_id and v_step.saved_at is not null;
    end if;
    if v_suspension.suspension_id is null then
        v_suspension := _known_suspension(v_execution, p_fence, p_request);
    end if;
    if v_suspension.suspension_id is not null then
        return _suspension_answer(
            v_suspension, 'already_satisfied', v_now, p_request.token_ttl_ms, true
        );
    end if;

    v_suspension := _open_suspension(v_execution, p_request, v_now);
    if p_request.step_key is not null then
        perform _begin_suspension_step(v_execution, v_step, v_suspension);
        v_execution := _restart_attempt(v_execution, v_now);
    end if;
    perform _bind_waitpoints(v_execution, v_suspension, p_request.waitpoints, v_now);
    v_closer_id := _weigh_buffered(v_suspension);
    if v_closer_id is not null then
        perform _close_suspension(v_execution, v_now, 'resumed', v_closer_id);
        update ff_suspension as s
        set has_parked = false
        where s.suspension_id = v_suspension.suspension_id;
        -- the same call in an older snapshot, which does not show this one, conflicts here
        update ff_exec_core as e
        set updated_at = v_now
        where e.execution_id = p_fence.execution_id;
        return _suspension_answer(
            v_suspension, 'already_satisfied', v_now, p_request.token_ttl_ms, false
        );
    end if;

    -- a claim that finds the execution after its timeout applies the timeout
    v_execution := _release(
        v_execution, _suspended_state(p_request.reason_code), v_suspension.timeout_at,
        v_now, 'suspended',
        jsonb_build_object(
            'reason', 'suspended',
            'suspension_id', v_suspension.suspension_id,
            'reason_code', p_request.reason_code
        )
    );
    if v_execution.terminal_at is not null then
        -- its cancellation was requested
        perform _close_suspension(v_execution, v_now, 'cancelled');
    end if;
    return _suspension_answer(
        v_suspension, 'suspended', v_now, p_request.token_ttl_ms, false
    );
end;
$_suspend_execution$;

comment on function _suspend_execution is
'Parks an execution for the holder of its lease, unless earlier signals have satisfied the condition.';
