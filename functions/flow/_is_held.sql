create or replace function _is_held(p_partition_key smallint, p_execution_id uuid)
returns boolean
language plpgsql
as $_is_held$
declare
    v_is_held boolean;
begin
    -- the subtransaction gives the lock back: who holds the lease shall not have to wait for us
    begin
        perform 1
        from ff_exec_core as e
        where e.execution_id = p_execution_id and e.partition_key = p_partition_key
        for share skip locked;
        v_is_held := not found;
        raise exception using errcode = '22023', message = 'give the lock back';
    exception
        when invalid_parameter_value then
            null;
    end;
    return v_is_held;
end;
$_is_held$;

comment on function _is_held is 'Does some open transaction hold the row of an execution?';
