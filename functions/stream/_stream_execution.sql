create or replace function _stream_execution(p_execution_id uuid)
returns ff_exec_core
language plpgsql
stable
as $_stream_execution$
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_execution(p_execution_id, 'read', 'operate');
    return _read_execution(p_execution_id);
end;
$_stream_execution$;

comment on function _stream_execution is 'The execution whose stream is read, or raises.';
