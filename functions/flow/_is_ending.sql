create or replace function _is_ending(p_execution_id uuid)
returns boolean
language plpgsql
as $_is_ending$
declare
    v_goes_on boolean;
begin
    -- the subtransaction gives the lock back: who holds the lease shall not have to wait for us
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
    -- nothing was found: somebody holds it
    return v_goes_on is not true;
end;
$_is_ending$;

comment on function _is_ending is
'Has an execution ended, or does some open transaction hold its row and may be ending it? Asked of the row as it is now, for the caller''s snapshot may be older.';
