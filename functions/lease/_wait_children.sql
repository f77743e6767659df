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
    v_now constant timestamptz := _now_at_gate();
    v_has_children boolean;
begin
    if v_execution.state <> 'active' and _is_own_lease_end(v_execution, p_fence, v_end) then
        return _release_answer(v_execution, v_now, true);
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
    v_execution := _release(
        v_held,
        case when v_has_children then 'children_resume' else 'waiting_resume' end::ff_state,
        case when not v_has_children then v_now end,
        v_now, v_end, jsonb_build_object('reason', 'waiting_children'), p_override
    );
    if v_has_children then
        -- If all of them have ended already, the session that ended the last one did not release
        -- this execution, because it was running; or that session found it locked and left a debt.
        perform _settle_children(array[v_execution_id], v_now);
        v_execution := _lock_execution(p_fence.execution_id);
    end if;
    return _release_answer(v_execution, v_now, false);
end;
$_wait_children$;

comment on function _wait_children is
'Gives a lease back until the upstreams of an execution have ended: the body of the call with a handle and of the call with explicit ids.';
