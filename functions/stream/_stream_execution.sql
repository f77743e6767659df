create or replace function _stream_execution(p_execution_id uuid)
returns ff_exec_core
language plpgsql
stable
as $_stream_execution$
declare
    v_execution ff_exec_core;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_execution(p_execution_id, 'read', 'operate');
    select e.*
    into v_execution
    from ff_exec_core as e
    where e.execution_id = p_execution_id;
    if not found then
        perform _raise('execution_not_found', jsonb_build_object('execution_id', p_execution_id));
    end if;
    return v_execution;
end;
$_stream_execution$;

comment on function _stream_execution is 'The execution whose stream is read, or raises.';
