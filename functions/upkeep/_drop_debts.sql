create or replace function _drop_debts(p_debt_ids bigint[])
returns void
language plpgsql
as $_drop_debts$
declare
    -- another open tick may have deleted the same ones
    v_row_ids constant tid[] := array(
        select d.ctid
        from ff_debt as d
        where d.debt_id = any (p_debt_ids)
        for update skip locked
    );
begin
    delete from ff_debt as d where d.ctid = any (v_row_ids);
end;
$_drop_debts$;

comment on function _drop_debts is 'Removes debts that are settled.';
