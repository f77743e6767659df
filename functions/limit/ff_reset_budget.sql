create or replace function ff_reset_budget(
    p_budget_id uuid,
    p_reason text default null,
    p_actor text default null
)
returns ff_budget_reset
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_reset_budget$
declare
    v_budget ff_budget;
    v_now timestamptz;
begin
    perform _check_audit(p_reason, p_actor);
    v_budget := _lock_budget(p_budget_id);
    v_now := _now();
    v_budget := _begin_period(
        v_budget,
        case
            when v_budget.reset_interval_ms > 0 then _after_ms(v_now, v_budget.reset_interval_ms)
        end,
        v_now
    );
    perform _record_operation(
        'budget_reset', v_now, p_reason, p_actor, jsonb_build_object('budget_id', p_budget_id)
    );
    return ('reset', v_budget.next_reset_at)::ff_budget_reset;
end;
$ff_reset_budget$;

comment on function ff_reset_budget is
$$Begins a new period of a budget now: its usage is 0 in every dimension.

Effects: executions that wait for the budget are due at once. Counters of breaches stay, the last breach is cleared; with an interval the next reset is one interval from now. Reservations stay. Writes an event with the actor and the reason.

Idempotent: no: each call is a reset, and counted.

Locks: the budget, until the caller's transaction ends; waits for a session that charges it.

Errors: ZF602 budget_not_found; ZF801 not_authorised when another role owns the budget; 22023 and 22004 for arguments.

Example:
```sql
select next_reset_at
from flowfabric.ff_reset_budget('0192f0a0-6666-7666-8666-123456789012', 'paid in advance');
```
$$;
