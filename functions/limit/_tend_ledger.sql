create or replace function _tend_ledger(
    p_budget_id uuid,
    p_limit integer,
    out p_count integer,
    out p_has_more boolean
)
language plpgsql
as $_tend_ledger$
declare
    v_period bigint;
    v_folded integer;
begin
    p_count := 0;
    p_has_more := true;
    select b.period into v_period
    from ff_budget as b
    where b.budget_id = p_budget_id
    for no key update skip locked;
    if not found then
        return;
    end if;
    delete from ff_budget_ledger as l
    where l.ctid = any (array(
        select o.ctid
        from ff_budget_ledger as o
        where o.budget_id = p_budget_id and o.period < v_period
        order by o.period
        limit p_limit
        for update skip locked
    ));
    get diagnostics p_count = row_count;
    with folded as (
        delete from ff_budget_ledger as l
        where l.ctid = any (array(
            select o.ctid
            from ff_budget_ledger as o
            where o.budget_id = p_budget_id and o.is_orphan
            limit p_limit - p_count
            for update skip locked
        ))
        returning l.dimension, l.period, l.spent
    ),

    added as (
        update ff_budget_usage as u
        set folded = u.folded + s.spent
        from (
            select f.dimension, sum(f.spent) as spent
            from folded as f
            where f.period = v_period
            group by f.dimension
        ) as s
        where u.budget_id = p_budget_id and u.dimension = s.dimension
    )

    select count(*)::integer into v_folded from folded;
    p_count := p_count + v_folded;
    p_has_more := p_count >= p_limit;
end;
$_tend_ledger$;

comment on function _tend_ledger is
'Removes entries of earlier periods from the ledger of a budget, and folds those of removed executions into one sum; does nothing while another session has locked the budget. Returns how many, and whether it has to be done again.';
