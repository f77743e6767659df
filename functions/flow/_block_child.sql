create or replace function _block_child(p_execution ff_exec_core)
returns void
language plpgsql
as $_block_child$
declare
    v_now constant timestamptz := _now_at_gate();
begin
    if not _waits_for_worker(
        p_execution.state, p_execution.claimable_at, p_execution.deadline_at
    ) then
        -- a paused execution waits for its dependencies after the pause, a running one after its
        -- lease
        return;
    end if;
    if p_execution.is_limited then
        -- it waits for its dependencies now, not for room in its limits
        perform _leave_line(p_execution.execution_id);
    end if;
    perform _withdraw_grants(p_execution);
    update ff_exec_core as e
    set
        state = (
            select s.state
            from ff_state_vector as v
            inner join ff_state_vector as s on s.attempt_state = v.attempt_state
            where v.state = p_execution.state and s.eligibility_state = 'blocked_by_dependencies'
        ),
        -- its deadline still ends it: now if that is past, since no due time lies below the clock
        claimable_at = case when e.deadline_at < v_now then v_now else e.deadline_at end,
        due_at = case
            when p_execution.claimable_at > v_now
                and p_execution.state in (
                    'delayed_first', 'delayed_resume', 'backoff_retry', 'resume_delay'
                )
                then p_execution.claimable_at
        end,
        updated_at = v_now
    where e.execution_id = p_execution.execution_id;
end;
$_block_child$;

comment on function _block_child is
'Makes a locked execution that waits for a worker wait for its dependencies instead, and voids its grants. Changes nothing in any other state.';
