create or replace function _add_usage(
    p_budget ff_budget,
    p_execution_id uuid,
    p_amounts jsonb
)
returns void
language plpgsql
as $_add_usage$
declare
    v_is_spent constant boolean := p_execution_id is not null;
    v_has_new boolean;
begin
    with counted as (
        insert into ff_budget_usage as u (budget_id, dimension, used, spent)
        select
            p_budget.budget_id,
            a.key,
            a.value::numeric::bigint,
            case when v_is_spent then a.value::numeric::bigint else 0 end
        from jsonb_each(p_amounts) as a
        on conflict (budget_id, dimension) do update
        set used = u.used + excluded.used, spent = u.spent + excluded.spent
        -- xmax is 0 in a row that this statement inserted
        returning u.xmax = '0' as is_new
    )

    select coalesce(bool_or(c.is_new), false) into v_has_new from counted as c;
    if v_has_new then
        perform _check_dimension_count('p_deltas', count(*))
        from ff_budget_usage as u
        where u.budget_id = p_budget.budget_id;
    end if;
    if not v_is_spent then
        return;
    end if;
    insert into ff_budget_ledger as l (
        budget_id, execution_id, dimension, period, spent
    )
    select
        p_budget.budget_id,
        p_execution_id,
        a.key,
        p_budget.period,
        a.value::numeric::bigint
    from jsonb_each(p_amounts) as a
    on conflict (budget_id, execution_id, dimension, period) do update
    set spent = l.spent + excluded.spent;
    -- settled: the reserved amount is spent now, or free again
    delete from ff_budget_reservation as r
    where
        r.budget_id = p_budget.budget_id
        and r.execution_id = p_execution_id
        and p_amounts ? r.dimension;
    if found then
        perform _wake_waiting(p_budget.budget_id, _budget_limit_key(), 'budget', 100);
    end if;
end;
$_add_usage$;

comment on function _add_usage is
'Counts what was used, and, where an execution spent it, enters it in the ledger and settles its reservation.';
