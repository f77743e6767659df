create or replace function _reschedule_locked(
    p_execution ff_exec_core,
    p_due_at timestamptz,
    p_now timestamptz,
    p_reason text,
    p_actor text
)
returns ff_exec_core
language plpgsql
as $_reschedule_locked$
declare
    v_is_later constant boolean := p_due_at > p_now;
    v_state constant ff_state := case
        when p_execution.state in ('waiting_first', 'delayed_first')
            then case when v_is_later then 'delayed_first' else 'waiting_first' end
        when p_execution.state in ('waiting_retry', 'backoff_retry')
            then case when v_is_later then 'backoff_retry' else 'waiting_retry' end
        -- the model has no replay that is delayed: it waits, and is due later
        when p_execution.state = 'waiting_replay' then 'waiting_replay'
        when not v_is_later then 'waiting_resume'
        when p_execution.state = 'resume_delay' then 'resume_delay'
        else 'delayed_resume'
    end::ff_state;
    v_execution ff_exec_core;
begin
    if v_is_later then
        perform _withdraw_grants(p_execution);
    end if;
    if p_execution.state = 'delayed_resume' then
        -- its sleep ends then, so the handler continues behind it
        update ff_step as s
        set wake_at = greatest(p_due_at, p_now)
        from _awaited_steps(p_execution) as a
        where
            s.execution_id = a.execution_id
            and s.step_key = a.step_key
            and s.wake_at <= greatest(
                p_due_at, (select min(o.wake_at) from _awaited_steps(p_execution) as o)
            );
    end if;
    v_execution := _release(
        p_execution, v_state,
        -- a grant that is out reserves it
        coalesce(_reserved_until(p_execution, p_now), p_due_at), p_now
    );
    perform _record_event(
        'rescheduled', v_execution, p_now,
        p_audit => _audit(p_reason, p_actor)
            || jsonb_build_object('due_at', greatest(p_due_at, p_now))
    );
    return v_execution;
end;
$_reschedule_locked$;

comment on function _reschedule_locked is
'Sets when a locked execution is due that waits for a worker or for a time; returns its row as it is then. A grant on it stays valid unless the execution is put off.';
