create or replace function _cancel_execution(
    p_execution_id uuid,
    p_reason text,
    p_source text,
    p_lease_id uuid,
    p_lease_epoch bigint,
    p_attempt_id uuid,
    p_actor text,
    p_grace_ms bigint
)
returns ff_cancelled_execution
language plpgsql
as $_cancel_execution$
declare
    v_execution constant ff_exec_core := _lock_execution(p_execution_id);
    v_now constant timestamptz := case when p_grace_ms > 0 then _now_at_gate() else _now() end;
    v_fence constant _fence := row(
        p_execution_id, v_execution.attempt_index,
        p_lease_epoch, p_lease_id, p_attempt_id, null
    )::_fence;
    v_phase ff_lifecycle_phase;
begin
    select v.lifecycle_phase
    into v_phase
    from ff_state_vector as v
    where v.state = v_execution.state;
    if p_source = 'lease_holder' then
        if _is_own_lease_end(v_execution, v_fence, 'cancelled')
            -- or the execution was replayed and claimed again after this cancellation
            or exists (
                select
                from ff_attempt as a
                where
                    a.execution_id = p_execution_id
                    and a.lease_epoch = p_lease_epoch
                    and a.lease_id = p_lease_id
                    and a.attempt_id = p_attempt_id
                    and a.lease_ended_by = 'cancelled'
            )
        then
            return (
                p_execution_id, 'cancelled', 'cancelled', v_phase,
                -- it may have been replayed since
                coalesce(v_execution.cancellation_reason, p_reason), true
            )::ff_cancelled_execution;
        end if;
        perform _check_fence(v_execution, v_fence, v_now);
    elsif v_execution.state in ('cancelled', 'cancelled_unstarted') then
        return (
            p_execution_id, 'cancelled', 'cancelled', v_phase, v_execution.cancellation_reason, true
        )::ff_cancelled_execution;
    elsif v_phase = 'terminal' then
        perform _raise('execution_already_terminal', jsonb_build_object(
            'execution_id', p_execution_id, 'public_state', _public_state(v_execution.state)
        ));
    end if;

    if p_grace_ms > 0
        and _is_leased(v_execution.state, v_execution.lease_expires_at, v_now)
    then
        perform _request_cancel(v_execution, v_now, p_reason, p_source, p_actor, p_grace_ms);
        return (
            p_execution_id, 'requested', 'active', v_phase, p_reason, false
        )::ff_cancelled_execution;
    end if;
    perform _cancel_locked(v_execution, v_now, p_reason, p_source, p_actor);
    return (
        p_execution_id, 'cancelled', 'cancelled', v_phase, p_reason, false
    )::ff_cancelled_execution;
end;
$_cancel_execution$;

comment on function _cancel_execution is 'Cancels an execution for its holder or for an operator, or requests that with a grace.';
