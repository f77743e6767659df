create or replace function _read_execution(p_execution_id uuid)
returns ff_exec_core
language plpgsql
stable
as $_read_execution$
declare
    v_execution ff_exec_core;
begin
    select e.*
    into v_execution
    from ff_exec_core as e
    where e.execution_id = p_execution_id;
    if not found then
        perform _raise('execution_not_found', jsonb_build_object('execution_id', p_execution_id));
    end if;
    return v_execution;
end;
$_read_execution$;

comment on function _read_execution is 'The row of an execution, not locked; raises if the execution does not exist.';
