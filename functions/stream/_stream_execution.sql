create or replace function _stream_execution(p_execution_id text)
returns ff_exec_core
language plpgsql
stable
as $_stream_execution$
declare
    v_key constant _execution_key := _parse_execution_id('p_execution_id', p_execution_id);
    v_execution ff_exec_core;
begin
    perform _check_execution(v_key.partition_key, v_key.execution_id, 'read', 'operate');
    select e.*
    into v_execution
    from ff_exec_core as e
    where e.execution_id = v_key.execution_id and e.partition_key = v_key.partition_key;
    if not found then
        perform _raise('execution_not_found', jsonb_build_object('execution_id', p_execution_id));
    end if;
    return v_execution;
end;
$_stream_execution$;

comment on function _stream_execution is 'The execution whose stream is read, or raises.';
