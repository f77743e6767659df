create or replace function _delay_execution(
    p_fence _fence,
    p_delay_ms bigint,
    p_run_at timestamptz,
    p_override jsonb default null
)
returns ff_released_execution
language plpgsql
as $_delay_execution$
declare
    v_end constant ff_lease_end := case
        when p_override is null then 'delayed'::ff_lease_end
        else 'operator_delayed'::ff_lease_end
    end;
    v_execution ff_exec_core;
    v_released ff_exec_core;
    v_now timestamptz;
    v_due_at timestamptz;
begin
    perform _check_due_time(p_delay_ms, p_run_at);
    v_execution := _lock_execution(p_fence.execution_id);
    v_now := _now_at_gate();
    if v_execution.state <> 'active' and _is_own_lease_end(v_execution, p_fence, v_end) then
        return _release_answer(v_execution, v_now, true);
    end if;
    perform _check_fence(
        v_execution, p_fence, _fence_moment(v_execution.lease_expires_at, v_now)
    );

    v_due_at := greatest(v_now, coalesce(p_run_at, _after_ms(v_now, p_delay_ms)));
    v_released := _release(
        v_execution,
        case when v_due_at > v_now then 'delayed_resume' else 'waiting_resume' end::ff_state,
        v_due_at, v_now, v_end,
        jsonb_build_object('reason', 'delayed', 'due_at', v_due_at), p_override
    );
    return _release_answer(v_released, v_now, false);
end;
$_delay_execution$;

comment on function _delay_execution is
'Gives a lease back and sets when the execution goes on: the body of the call with a handle and of the call with explicit ids.';
