create or replace function ff_get_budget_status(p_budget_id uuid)
returns ff_budget_status
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_get_budget_status$
declare
    v_now constant timestamptz := _now();
    v_budget ff_budget;
    v_is_over boolean;
    v_status ff_budget_status;
begin
    if p_budget_id is null then
        perform _raise_null('p_budget_id');
    end if;
    select b.* into v_budget from ff_budget as b where b.budget_id = p_budget_id;
    if not found then
        perform _raise('budget_not_found', jsonb_build_object('budget_id', p_budget_id));
    end if;
    perform _check_limit_owner('budget', p_budget_id, v_budget.owner_name);
    -- a due reset counts, whether or not a session has done it
    v_is_over := coalesce(v_budget.next_reset_at <= v_now, false);
    select
        v_budget.budget_id,
        v_budget.scope_type,
        v_budget.scope_id,
        v_budget.enforcement_mode,
        v_budget.on_hard_limit::text,
        v_budget.on_soft_limit,
        coalesce(jsonb_object_agg(u.dimension, case when v_is_over then 0 else u.used end), '{}'),
        coalesce(
            jsonb_object_agg(
                u.dimension, _reserved_by_others(p_budget_id, u.dimension, null::uuid)
            ),
            '{}'
        ),
        coalesce(jsonb_object_agg(u.dimension, u.hard_limit), '{}'),
        coalesce(jsonb_object_agg(u.dimension, u.soft_limit), '{}'),
        v_budget.breached_at is not null and not v_is_over,
        v_budget.breach_count,
        v_budget.soft_breach_count,
        case when not v_is_over then v_budget.last_breach_at end,
        case when not v_is_over then v_budget.last_breach_dimension end,
        v_budget.reset_interval_ms,
        v_budget.reset_count + v_is_over::integer,
        case when v_is_over then v_budget.next_reset_at else v_budget.last_reset_at end,
        case when v_is_over then _next_reset_at(v_budget, v_now) else v_budget.next_reset_at end,
        v_budget.owner_name,
        v_budget.created_at
    into v_status
    from ff_budget_usage as u
    where u.budget_id = p_budget_id;
    return v_status;
end;
$ff_get_budget_status$;

comment on function ff_get_budget_status is
$$The settings of a budget, its used and reserved amounts, and its breaches. A reset that is due counts as done.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF602 budget_not_found; ZF801 not_authorised when another role owns the budget; 22004 for arguments.

Example:
```sql
select usage, reserved, hard_limits, breach_count
from flowfabric.ff_get_budget_status('0192f0a0-6666-7666-8666-123456789012');
```
$$;
