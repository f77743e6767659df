create or replace function _park(
    p_execution ff_exec_core,
    p_step ff_step,
    p_state ff_state,
    p_now timestamptz,
    p_has_parked boolean
)
returns void
language plpgsql
as $_park$
declare
    -- in the order in which one state of several waits is shown
    v_states constant ff_state[] := array[
        'delayed_resume', 'suspended_signal', 'children_resume'
    ]::ff_state[];
    v_execution ff_exec_core := p_execution;
begin
    if p_step.waited_epoch <> p_execution.lease_epoch then
        -- it was begun by an earlier lease, and is waited for again
        update ff_step as s
        set waited_epoch = p_execution.lease_epoch
        where s.execution_id = p_step.execution_id and s.step_key = p_step.step_key;
    end if;
    if p_has_parked and p_execution.state <> all (v_states) then
        -- an earlier wait has ended: the execution waits for a claim, and stays as it is
        return;
    elsif p_has_parked and p_step.saved_at is not null then
        perform _resume_waiting(p_execution, p_step, p_now);
        return;
    elsif p_has_parked then
        -- Another wait of the same handle: the execution comes back when the first one ends.
        update ff_exec_core as e
        set
            state = case
                when array_position(v_states, p_state) > array_position(v_states, e.state)
                    then p_state
                else e.state
            end,
            claimable_at = least(e.claimable_at, p_step.wake_at),
            updated_at = p_now
        where e.execution_id = p_execution.execution_id
        returning e.* into v_execution;
        perform _ring_route(v_execution.route_id, v_execution.claimable_at);
        return;
    end if;
    v_execution := _restart_attempt(p_execution, p_now);
    perform _release(
        v_execution, p_state, p_step.wake_at, p_now, 'waiting',
        jsonb_strip_nulls(jsonb_build_object(
            'reason', case p_state
                when 'delayed_resume' then 'sleeping'
                when 'suspended_signal' then 'waiting_signal'
                else 'waiting_children'
            end,
            'step_key', p_step.step_key,
            'signal_name', p_step.signal_name,
            'wake_at', p_step.wake_at
        ))
    );
end;
$_park$;

comment on function _park is
'Gives the lease of a locked execution back until a wait ends: p_state is that of the wait. p_has_parked: another wait has given it back before.';
