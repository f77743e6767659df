create or replace function ff_report_usage(
    p_budget_id uuid,
    p_deltas jsonb,
    p_dedup_key text default null
)
returns ff_budget_charge
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_report_usage$
begin
    perform _check_amounts('p_deltas', p_deltas);
    perform _check_dedup_key('p_dedup_key', p_dedup_key);
    return _charge_budget(p_budget_id, 'report', p_dedup_key, p_deltas);
end;
$ff_report_usage$;

comment on function ff_report_usage is
$$Charges a budget with what was used, by dimension. For the spend of an execution use `ff_record_spend`, which can be taken back.

- `ok`: the charge was counted.
- `soft_breach`: the charge was counted, and the usage now exceeds the soft limit of `dimension`.
- `hard_breach`: the charge, together with what other executions have reserved, would exceed the hard limit of `dimension`; nothing was counted in any dimension.

Reaching a limit exactly is not a breach. If several dimensions breach, the first one by name is returned. A dimension that the budget does not have is counted without a limit.

Effects: adds to the usage, or counts the breach; a hard breach has the effect that the budget's `on_hard_limit` says.

Idempotent: with `p_dedup_key`, for a day: a charge that was counted returns its first answer, with `is_replay`; with other amounts it is refused. A hard breach does not use up the key.

Locks: the budget, until the caller's transaction ends; waits for a session that charges it.

Errors: ZF602 budget_not_found, ZF606 charge_conflict; ZF801 not_authorised when another role owns the budget; 22023 and 22004 for arguments.

Example:
```sql
select outcome, dimension, current_usage
from flowfabric.ff_report_usage(
    '0192f0a0-6666-7666-8666-123456789012', '{"tokens": 120}', 'call-17'
);
```
$$;
