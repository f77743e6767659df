create or replace function _settle_waits(p_execution ff_exec_core, p_now timestamptz)
returns void
language plpgsql
as $_settle_waits$
declare
    v_over ff_step;
    v_wake_at timestamptz;
    r_step ff_step;
begin
    for r_step in
        select s.* from _awaited_steps(p_execution) as s
    loop
        -- the earlier one of timeout and deadline counts, however late a session looks
        if p_execution.deadline_at <= p_now
            and coalesce(r_step.wake_at > p_execution.deadline_at, true)
        then
            continue;
        end if;
        -- a call of the handler says that it has slept
        if r_step.kind <> 'timer' then
            r_step := _weigh_wait(r_step, p_now);
        end if;
        if r_step.saved_at is not null or r_step.wake_at <= p_now then
            v_over := r_step;
        end if;
        v_wake_at := least(v_wake_at, r_step.wake_at);
    end loop;
    if v_over.step_key is not null then
        perform _resume_waiting(p_execution, v_over, p_now);
    elsif not _expire_overdue(p_execution, p_now) then
        -- nothing is due: the clock was set back, or a debt was settled
        update ff_exec_core as e
        set claimable_at = least(v_wake_at, e.deadline_at)
        where e.execution_id = p_execution.execution_id;
    end if;
end;
$_settle_waits$;

comment on function _settle_waits is
'Deals with a locked execution that waits by steps and is due: stores the outcomes of waits that have ended, and makes it claimable; or ends it when it is past its deadline.';
