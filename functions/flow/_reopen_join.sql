create or replace function _reopen_join(p_key _execution_key)
returns void
language plpgsql
as $_reopen_join$
declare
    v_group ff_edge_group;
    v_edge ff_edge;
begin
    select g.*
    into v_group
    from ff_edge_group as g
    where g.downstream_id = p_key.execution_id and g.downstream_partition = p_key.partition_key
    for no key update;
    if not found or v_group.state = 'satisfied' or v_group.total_count = 0 then
        return;
    end if;
    update ff_edge_group as g
    set state = 'pending', decided_at = null, failed_count = 0, skipped_count = 0, due_at = null
    where g.downstream_id = p_key.execution_id and g.downstream_partition = p_key.partition_key;
    update ff_exec_core as e
    -- its deadline still ends it
    set state = 'children_replay', claimable_at = e.deadline_at
    where e.execution_id = p_key.execution_id and e.partition_key = p_key.partition_key;
    for v_edge in
        update ff_edge as d
        set
            state = 'applied',
            upstream_outcome = 'none',
            resolved_at = null,
            -- an end that was counted already does not count again, unless it is a success by now
            awaited_replay_count = u.replay_count
                + (u.terminal_at is not null and u.state <> 'completed')::integer
        from ff_exec_core as u
        where
            d.downstream_id = p_key.execution_id
            and d.downstream_partition = p_key.partition_key
            and d.state = 'impossible'
            and u.execution_id = d.upstream_id
            and u.partition_key = d.upstream_partition
        returning d.*
    loop
        perform _resolve_if_over(v_edge);
    end loop;
end;
$_reopen_join$;

comment on function _reopen_join is
'Lets a locked execution that was just replayed wait for its dependencies again, if they were not met: those that had become impossible are open once more.';
