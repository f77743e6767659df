create or replace function _try_lock_parent(p_execution ff_exec_core)
returns boolean
language plpgsql
as $_try_lock_parent$
begin
    if p_execution.parent_id is null then
        return true;
    elsif _is_kept_child(p_execution) then
        -- a parent at work is not disturbed
        return false;
    end if;
    perform from ff_exec_core as p
    where p.execution_id = p_execution.parent_id
    for share skip locked;
    return found or not exists (
        select from ff_exec_core as p where p.execution_id = p_execution.parent_id
    );
end;
$_try_lock_parent$;

comment on function _try_lock_parent is
'Locks the parent of a locked child, so that nobody replays it meanwhile; false: it has not ended and keeps the child, or another session holds it.';
