create or replace function _settled_waits(p_execution ff_exec_core, p_now timestamptz)
returns ff_exec_core
language plpgsql
as $_settled_waits$
begin
    if p_execution.state not in ('suspended_signal', 'children_resume')
        or coalesce(p_execution.claimable_at > p_now, true)
    then
        return p_execution;
    end if;
    perform _settle_candidate(p_execution, p_now);
    -- cannot raise ZF201: the row is locked already
    return _lock_execution(p_execution.execution_id);
end;
$_settled_waits$;

comment on function _settled_waits is
'Applies to a locked execution what is due while it waits by a step, and returns its row after that.';
