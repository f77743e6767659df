create or replace function _refuse_old_snapshot(p_execution_id uuid)
returns void
language plpgsql
as $_refuse_old_snapshot$
begin
    if current_setting('transaction_isolation') = 'read committed' then
        return;
    end if;
    begin
        -- A session that holds the row now has not committed, so the snapshot is still right.
        perform
        from ff_exec_core as e
        where e.execution_id = p_execution_id
        for share skip locked;
        raise exception 'give the lock back' using errcode = 'raise_exception';
    exception
        -- the row may be another session's work, which must not wait for this transaction
        when raise_exception then
            null;
    end;
end;
$_refuse_old_snapshot$;

comment on function _refuse_old_snapshot is
'Raises PostgreSQL''s serialization failure if the caller reads an old snapshot and the row was changed after it was taken.';
