create or replace function _is_flow_owed()
returns boolean
language plpgsql
as $_is_flow_owed$
declare
    v_now constant timestamptz := _now();
begin
    -- debts cannot be worked on with an older snapshot
    return current_setting('transaction_isolation') = 'read committed' and exists (
        select 1
        from ff_flow_debt as d
        where
            d.due_at >= _head_of(-2)
            -- the clock may have been set back after it was written
            and (d.due_at <= v_now or d.due_at > v_now + interval '1 minute')
    );
end;
$_is_flow_owed$;

comment on function _is_flow_owed is 'Is a flow debt due?';
