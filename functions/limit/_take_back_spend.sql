create or replace function _take_back_spend(p_budget ff_budget, p_execution_id uuid)
returns void
language plpgsql
as $_take_back_spend$
begin
    with taken as (
        delete from ff_budget_ledger as l
        where
            l.budget_id = p_budget.budget_id
            and l.execution_id = p_execution_id
        returning l.dimension, l.period, l.spent
    )

    -- amounts of an earlier period are not part of this one
    update ff_budget_usage as u
    set used = greatest(u.used - t.spent, 0), spent = greatest(u.spent - t.spent, 0)
    from taken as t
    where
        t.period = p_budget.period
        and u.budget_id = p_budget.budget_id
        and u.dimension = t.dimension;
    if found then
        perform _wake_waiting(p_budget.budget_id, _budget_limit_key(), 'budget', 1000);
    end if;
    update ff_budget as b
    set breached_at = null
    where
        b.budget_id = p_budget.budget_id
        and b.breached_at is not null
        and not exists (
            select 1
            from ff_budget_usage as u
            where
                u.budget_id = p_budget.budget_id
                and u.hard_limit > 0
                and u.used >= u.hard_limit
        );
end;
$_take_back_spend$;

comment on function _take_back_spend is
'Takes an execution out of the ledger of a locked budget, and its spend of this period out of the usage.';
