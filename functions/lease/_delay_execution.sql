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
    v_held ff_exec_core;
    v_execution ff_exec_core;
    v_now timestamptz;
    v_due_at timestamptz;
begin
    if p_delay_ms is null and p_run_at is null then
        perform _raise_null('p_delay_ms');
    elsif p_delay_ms is not null and p_run_at is not null then
        perform _raise_invalid('p_run_at', 'must be null when p_delay_ms is given');
    elsif not _is_duration(p_delay_ms, 0) then
        perform _raise_invalid('p_delay_ms', 'must be between 0 and 315360000000');
    elsif not isfinite(p_run_at) then
        perform _raise_invalid('p_run_at', 'must be finite');
    end if;

    v_execution := _lock_execution(p_fence.execution_id);
    v_now := _announce();
    if v_execution.state <> 'active' and _ended_lease(v_execution, p_fence, v_end) then
        return _released(v_execution, v_now, true);
    end if;
    perform _check_fence(
        v_execution, p_fence, _fence_moment(v_execution.lease_expires_at, v_now)
    );

    v_held := v_execution;
    v_due_at := greatest(v_now, coalesce(p_run_at, _after_ms(v_now, p_delay_ms)));
    update ff_exec_core as e
    set
        state = case
            when v_due_at > v_now then 'delayed_resume'
            else 'waiting_resume'
        end::ff_state,
        -- no later than the deadline: whoever claims then ends it
        claimable_at = greatest(v_now, least(v_due_at, e.deadline_at)),
        lease_ended_at = v_now,
        lease_ended_by = v_end,
        updated_at = v_now
    where e.execution_id = p_fence.execution_id
    returning e.* into v_execution;
    perform _record_event('released', v_execution, v_now, 'none', jsonb_build_object(
        'reason', 'delayed', 'due_at', v_due_at
    ) || coalesce(p_override, '{}'));
    if p_override is not null then
        perform _end_lease_as_operator(v_held, v_end, v_now, p_override);
    end if;
    if v_execution.flow_id is not null then
        -- last: its join may end it
        v_execution := _wait_for_join(v_execution);
    end if;
    perform _ring_route(v_execution.route_id, v_execution.claimable_at);
    return _released(v_execution, v_now, false);
end;
$_delay_execution$;

comment on function _delay_execution is
'Gives a lease back and says when the execution goes on; both families of calls end here.';
