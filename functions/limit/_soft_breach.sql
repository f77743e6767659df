create or replace function _soft_breach(p_budget ff_budget, p_amounts jsonb)
returns ff_budget_charge
language plpgsql
as $_soft_breach$
declare
    v_answer ff_budget_charge;
begin
    select
        -- the answer has room for a bigint
        'soft_breach', u.dimension, least(u.used, 9223372036854775807)::bigint, u.hard_limit,
        u.soft_limit, false
    into v_answer
    from ff_budget_usage as u
    where
        u.budget_id = p_budget.budget_id
        and p_amounts ? u.dimension
        and (
            (u.soft_limit > 0 and u.used > u.soft_limit)
            -- where nothing is refused, the hard limit warns, too
            or (
                p_budget.enforcement_mode <> 'strict'
                and u.hard_limit > 0
                and u.used > u.hard_limit
            )
        )
    order by u.dimension collate "C"
    limit 1;
    if not found then
        return ('ok', null, null, null, null, false)::ff_budget_charge;
    end if;
    update ff_budget as b
    set soft_breach_count = b.soft_breach_count + 1
    where b.budget_id = p_budget.budget_id;
    return v_answer;
end;
$_soft_breach$;

comment on function _soft_breach is
'The answer of a counted charge: ok, or the first dimension, by name, that is above its soft limit.';
