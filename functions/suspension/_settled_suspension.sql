create or replace function _settled_suspension(p_execution ff_exec_core, p_now timestamptz)
returns ff_exec_core
language plpgsql
as $_settled_suspension$
begin
    if not _is_suspended(p_execution.state) or coalesce(p_execution.claimable_at > p_now, true) then
        return p_execution;
    end if;
    perform _settle_suspension(p_execution, p_now);
    -- cannot raise ZF201: the row is locked already
    return _lock_execution(p_execution.execution_id);
end;
$_settled_suspension$;

comment on function _settled_suspension is
'Applies a due timeout to a locked execution, and returns its row after that.';
