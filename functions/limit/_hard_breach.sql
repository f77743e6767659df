create or replace function _hard_breach(
    p_budget ff_budget,
    p_execution_id uuid,
    p_amounts jsonb
)
returns setof ff_budget_usage
language plpgsql
stable
rows 1
as $_hard_breach$
begin
    return query
    select u.*
    from ff_budget_usage as u
    where
        u.budget_id = p_budget.budget_id
        and u.hard_limit > 0
        and (p_amounts ->> u.dimension)::numeric
            + u.used
            + _reserved_by_others(p_budget.budget_id, u.dimension, p_execution_id)
            > u.hard_limit
    order by u.dimension collate "C"
    limit 1;
end;
$_hard_breach$;

comment on function _hard_breach is
'The first dimension, by name, in which a locked budget does not have so much left; no row when it has.';
