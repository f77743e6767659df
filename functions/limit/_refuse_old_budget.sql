create or replace function _refuse_old_budget(p_budget_id uuid)
returns void
language plpgsql
as $_refuse_old_budget$
begin
    if current_setting('transaction_isolation') = 'read committed' then
        return;
    end if;
    begin
        -- A session that holds the row now has not committed: then the snapshot is right until now.
        perform from ff_budget as b where b.budget_id = p_budget_id for share skip locked;
        raise exception 'give the lock back' using errcode = 'raise_exception';
    exception
        -- charges must not have to wait for this transaction
        when raise_exception then
            null;
    end;
end;
$_refuse_old_budget$;

comment on function _refuse_old_budget is
'Raises 40001 where the caller reads an old snapshot and the budget was used up further since.';
