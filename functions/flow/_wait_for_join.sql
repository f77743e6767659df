create or replace function _wait_for_join(p_execution ff_exec_core)
returns ff_exec_core
language plpgsql
as $_wait_for_join$
declare
    v_execution_id constant uuid := p_execution.execution_id;
begin
    if current_setting('transaction_isolation') <> 'read committed' then
        -- Conflicts with an edge that was added since the snapshot was taken, and with it the join.
        -- The subtransaction gives the lock back: no change of the graph waits for the caller's
        -- transaction.
        begin
            perform from ff_flow as f
            where f.flow_id = p_execution.flow_id
            for share skip locked;
            raise exception 'give the lock back' using errcode = 'raise_exception';
        exception
            when raise_exception then
                null;
        end;
    end if;
    if exists (
        select 1
        from ff_edge_group as g
        where
            g.downstream_id = p_execution.execution_id
            and g.is_open
    ) then
        perform _block_child(p_execution);
        perform _settle_children(array[v_execution_id], _now_at_gate());
    elsif current_setting('transaction_isolation') <> 'read committed' then
        -- an older snapshot may not show that the join is open
        perform _add_flow_todo('settle', array[v_execution_id]);
    end if;
    -- cannot raise ZF201: the row is locked already
    return _lock_execution(p_execution.execution_id);
end;
$_wait_for_join$;

comment on function _wait_for_join is
'Makes a locked member of a flow that would now wait for a worker wait for its join first, if that is open. Returns the row as it is then.';
