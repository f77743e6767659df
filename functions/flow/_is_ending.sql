create or replace function _is_ending(p_execution_id uuid)
returns boolean
language plpgsql
as $_is_ending$
declare
    v_goes_on boolean;
begin
    -- the subtransaction gives the lock back: the lease holder must not wait for this session
    begin
        select e.terminal_at is null
        into v_goes_on
        from ff_exec_core as e
        where e.execution_id = p_execution_id
        for share skip locked;
        raise exception using errcode = '22023', message = 'give the lock back';
    exception
        when invalid_parameter_value then
            null;
    end;
    -- no row was found: another session holds it
    return v_goes_on is not true;
end;
$_is_ending$;

comment on function _is_ending is
'Has an execution ended, or does an open transaction hold its row, which may be ending it? Reads the current row, because the caller''s snapshot may be older.';
