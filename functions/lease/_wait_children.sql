create or replace function _wait_children(p_fence _fence, p_override jsonb default null)
returns ff_released_execution
language plpgsql
as $_wait_children$
declare
    v_execution_id constant uuid := p_fence.execution_id;
    v_end constant ff_lease_end := case
        when p_override is null then 'waiting_children'::ff_lease_end
        else 'operator_waiting_children'::ff_lease_end
    end;
    v_held constant ff_exec_core := _lock_execution(p_fence.execution_id);
    v_execution ff_exec_core := v_held;
    v_now constant timestamptz := _announce();
    v_has_children boolean;
begin
    if v_execution.state <> 'active' and _ended_lease(v_execution, p_fence, v_end) then
        return _released(v_execution, v_now, true);
    end if;
    perform _check_fence(
        v_execution, p_fence, _fence_moment(v_execution.lease_expires_at, v_now)
    );

    v_has_children := exists (
        select 1
        from ff_edge_group as g
        where
            g.downstream_id = p_fence.execution_id
            and g.total_count > 0
    );
    update ff_exec_core as e
    set
        state = case
            when v_has_children then 'children_resume' else 'waiting_resume'
        end::ff_state,
        -- its deadline still ends it
        claimable_at = case when v_has_children then e.deadline_at else v_now end,
        lease_ended_at = v_now,
        lease_ended_by = v_end,
        updated_at = v_now
    where e.execution_id = p_fence.execution_id
    returning e.* into v_execution;
    perform _record_event('released', v_execution, v_now, 'none', jsonb_build_object(
        'reason', 'waiting_children'
    ) || coalesce(p_override, '{}'));
    if p_override is not null then
        perform _end_lease_as_operator(v_held, v_end, v_now, p_override);
    end if;
    if not v_has_children then
        if v_execution.flow_id is not null then
            -- its join may have been opened since an older snapshot was taken
            v_execution := _wait_for_join(v_execution);
        end if;
        perform _ring_route(v_execution.route_id, v_now);
    else
        -- When they are all done already, whoever finished the last one let us be, for we were
        -- running; or holds our row back until we are through, and leaves a debt.
        perform _settle_children(array[v_execution_id], v_now);
        v_execution := _lock_execution(p_fence.execution_id);
    end if;
    return _released(v_execution, v_now, false);
end;
$_wait_children$;

comment on function _wait_children is
'Gives a lease back until the upstreams of an execution are done; both families of calls end here.';
