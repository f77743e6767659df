create or replace function ff_get_budget_status(p_budget_id uuid)
returns ff_budget_status
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_get_budget_status$
declare
    v_budget ff_budget;
begin
    if p_budget_id is null then
        perform _raise_null('p_budget_id');
    end if;
    select b.* into v_budget from ff_budget as b where b.budget_id = p_budget_id;
    if not found then
        perform _raise('budget_not_found', jsonb_build_object('budget_id', p_budget_id));
    end if;
    perform _check_limit_owner('budget', p_budget_id, v_budget.owner_name);
    return _budget_status(v_budget, _now());
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
