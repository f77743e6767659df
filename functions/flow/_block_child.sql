create or replace function _block_child(p_execution ff_exec_core)
returns void
language plpgsql
as $_block_child$
declare
    v_now constant timestamptz := _announce();
begin
    if p_execution.state >= 'active'
        or p_execution.state between 'children_first' and 'children_resume'
        -- who paused it lets it go on, to wait for its dependencies then
        or p_execution.state between 'route_first' and 'lane_resume'
    then
        return;
    end if;
    if p_execution.is_limited then
        -- no release of a limit helps it now
        delete from ff_admission_wait as w
        where
            w.execution_id = p_execution.execution_id
            and w.partition_key = p_execution.partition_key;
    end if;
    update ff_edge_group as g
    set due_at = p_execution.claimable_at
    where
        g.downstream_id = p_execution.execution_id
        and g.downstream_partition = p_execution.partition_key
        and p_execution.claimable_at > v_now
        and p_execution.state in (
            'delayed_first', 'delayed_resume', 'backoff_retry', 'resume_delay'
        );
    update ff_exec_core as e
    set
        state = (
            select s.state
            from ff_state_vector as v
            inner join ff_state_vector as s on s.attempt_state = v.attempt_state
            where v.state = p_execution.state and s.eligibility_state = 'blocked_by_dependencies'
        ),
        -- its deadline still ends it; if that is over, now: nothing appears below the clock
        claimable_at = case when e.deadline_at < v_now then v_now else e.deadline_at end,
        updated_at = v_now
    where e.execution_id = p_execution.execution_id and e.partition_key = p_execution.partition_key;
end;
$_block_child$;

comment on function _block_child is
'Lets a locked execution that waits for a worker wait for its dependencies instead; its join must be locked, too.';
