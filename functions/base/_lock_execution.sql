create or replace function _lock_execution(p_execution_id uuid)
returns ff_exec_core
language plpgsql
as $_lock_execution$
declare
    v_execution ff_exec_core;
begin
    select e.*
    into v_execution
    from ff_exec_core as e
    where e.execution_id = p_execution_id
    for no key update;
    if not found then
        perform _raise('execution_not_found', jsonb_build_object('execution_id', p_execution_id));
    end if;
    return v_execution;
end;
$_lock_execution$;

comment on function _lock_execution is
'Locks an execution, waits for a session that holds it, and returns its row as it is then. Raises if the execution does not exist.';
