create or replace function _budget_status(p_budget ff_budget, p_now timestamptz)
returns ff_budget_status
language plpgsql
stable
as $_budget_status$
declare
    v_is_over boolean;
    v_status ff_budget_status;
begin
    -- a due reset counts, whether or not a session has done it
    v_is_over := coalesce(p_budget.next_reset_at <= p_now, false);
    select
        p_budget.budget_id,
        p_budget.scope_type,
        p_budget.scope_id,
        p_budget.enforcement_mode,
        p_budget.on_hard_limit::text,
        p_budget.on_soft_limit,
        coalesce(jsonb_object_agg(u.dimension, case when v_is_over then 0 else u.used end), '{}'),
        coalesce(
            jsonb_object_agg(
                u.dimension, _reserved_by_others(p_budget.budget_id, u.dimension, null::uuid)
            ),
            '{}'
        ),
        coalesce(jsonb_object_agg(u.dimension, u.hard_limit), '{}'),
        coalesce(jsonb_object_agg(u.dimension, u.soft_limit), '{}'),
        p_budget.breached_at is not null and not v_is_over,
        p_budget.breach_count,
        p_budget.soft_breach_count,
        case when not v_is_over then p_budget.last_breach_at end,
        case when not v_is_over then p_budget.last_breach_dimension end,
        p_budget.reset_interval_ms,
        p_budget.reset_count + v_is_over::integer,
        case when v_is_over then p_budget.next_reset_at else p_budget.last_reset_at end,
        case when v_is_over then _next_reset_at(p_budget, p_now) else p_budget.next_reset_at end,
        p_budget.owner_name,
        p_budget.created_at
    into v_status
    from ff_budget_usage as u
    where u.budget_id = p_budget.budget_id;
    return v_status;
end;
$_budget_status$;

comment on function _budget_status is
'The settings of a budget, its used and reserved amounts, and its breaches, with a reset that is due.';
