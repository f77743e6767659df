create or replace function _settle_suspension(p_execution ff_exec_core, p_now timestamptz)
returns void
language plpgsql
as $_settle_suspension$
declare
    v_suspension ff_suspension;
begin
    select s.*
    into v_suspension
    from ff_suspension as s
    where
        s.execution_id = p_execution.execution_id
        and s.closed_at is null;
    if not found then
        -- it waits for a signal by a step
        perform _settle_waits(p_execution, p_now);
        return;
    end if;
    -- the earlier one of timeout and deadline counts, however late a session looks
    if v_suspension.timeout_at <= p_now
        and coalesce(v_suspension.timeout_at <= p_execution.deadline_at, true)
    then
        perform _apply_timeout(p_execution, v_suspension, p_now);
    elsif not _expire_overdue(p_execution, p_now) then
        -- nothing is due: the clock was set back, or a debt was settled
        update ff_exec_core as e
        set claimable_at = least(v_suspension.timeout_at, e.deadline_at)
        where e.execution_id = p_execution.execution_id;
    end if;
end;
$_settle_suspension$;

comment on function _settle_suspension is
'Deals with a locked execution that is suspended and due: applies the timeout, or ends it when it is past its deadline.';
