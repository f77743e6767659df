create or replace function _broken_budgets(p_bound integer)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_budgets$
    select 'the ledger of a budget adds up to the spent amount', null::uuid, to_jsonb(s)
    from (
        select u.budget_id, u.dimension, u.spent, u.folded, l.in_ledger, l.entry_count
        from (
            select o.*
            from ff_budget_usage as o
            order by o.budget_id desc, o.dimension
            limit p_bound / 100
        ) as u
        inner join ff_budget as b on b.budget_id = u.budget_id
        cross join lateral (
            select coalesce(sum(n.spent), 0) as in_ledger, count(*) as entry_count
            from (
                select g.spent
                from ff_budget_ledger as g
                where
                    g.budget_id = u.budget_id
                    and g.dimension = u.dimension
                    and g.period = b.period
                limit p_bound
            ) as n
        ) as l
    ) as s
    -- longer ledgers are not added up here
    where s.spent <> s.in_ledger + s.folded and s.entry_count < p_bound
    union all
    select 'a hard limit is not exceeded', null, to_jsonb(u)
    from (
        select o.*
        from ff_budget_usage as o
        order by o.budget_id desc, o.dimension
        limit p_bound
    ) as u
    inner join ff_budget as b on b.budget_id = u.budget_id
    where b.enforcement_mode = 'strict' and u.hard_limit > 0 and u.used > u.hard_limit
$_broken_budgets$;

comment on function _broken_budgets is
'Part of ff_check: budgets whose counters differ from their ledger.';
