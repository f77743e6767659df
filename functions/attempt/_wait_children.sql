create or replace function _wait_children(p_fence _fence, p_source text default 'lease_holder')
returns ff_released_execution
language plpgsql
as $_wait_children$
declare
    v_key constant _execution_key := (p_fence.partition_key, p_fence.execution_id);
    v_execution ff_exec_core := _lock_execution(p_fence.partition_key, p_fence.execution_id);
    v_now constant timestamptz := _announce();
    v_has_children boolean;
begin
    if v_execution.state <> 'active' and _ended_lease(v_execution, p_fence, 'waiting_children') then
        return _released(v_execution, v_now, true);
    end if;
    perform _check_fence(v_execution, p_fence, v_now);

    v_has_children := exists (
        select 1
        from ff_edge_group as g
        where
            g.downstream_id = p_fence.execution_id
            and g.downstream_partition = p_fence.partition_key
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
        lease_ended_by = 'waiting_children',
        updated_at = v_now
    where e.execution_id = p_fence.execution_id and e.partition_key = p_fence.partition_key
    returning e.* into v_execution;
    perform _record_event('released', v_execution, v_now, 'none', jsonb_build_object(
        'reason', 'waiting_children'
    ) || coalesce(_override_audit(p_source), '{}'));
    if v_has_children then
        -- When they are all done already, whoever finished the last one let us be, for we were
        -- running; or holds our row back until we are through, and leaves a debt.
        perform _settle_children(array[v_key], v_now);
        if current_setting('transaction_isolation') <> 'read committed' then
            perform _owe('settle', array[v_key]);
        end if;
        v_execution := _lock_execution(p_fence.partition_key, p_fence.execution_id);
    end if;
    return _released(v_execution, v_now, false);
end;
$_wait_children$;

comment on function _wait_children is
'Gives a lease back until the upstreams of an execution are done; both families of calls end here.';
