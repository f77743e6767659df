create or replace function ff_record_spend(
    p_budget_id uuid,
    p_execution_id uuid,
    p_deltas jsonb,
    p_idempotency_key text default null
)
returns ff_budget_charge
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_record_spend$
declare
    v_execution ff_exec_core;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_amounts('p_deltas', p_deltas);
    perform _check_dedup_key('p_idempotency_key', p_idempotency_key);
    perform _check_execution(p_execution_id, 'claim', 'operate');
    -- the execution before its budget, as everywhere
    v_execution := _lock_execution(p_execution_id);
    return _charge_budget(p_budget_id, 'spend', p_idempotency_key, p_deltas, v_execution);
end;
$ff_record_spend$;

comment on function ff_record_spend is
$$Charges a budget with what an execution spent, and writes the charge to the ledger, so that `ff_release_budget` can take it back.

The call ends the reservation of the execution in these dimensions (`ff_reserve_budget`): the charged part is spent, the rest is free again. The outcomes are those of `ff_report_usage`. After a `hard_breach` nothing was counted, the reservation stays, and the worker's next renewal returns `cancel_requested`.

Effects: as described above. The execution may have ended, and the worker may have lost its lease: its spend counts all the same.

Idempotent: with `p_idempotency_key`, for a day: for a charge that was counted the call returns `already_applied`; for another execution or with other amounts it is refused. A hard breach does not use up the key.

Locks: the execution, then the budget, until the caller's transaction ends; waits for a session that charges it.

Errors: ZF201 execution_not_found, ZF602 budget_not_found, ZF606 charge_conflict; ZF801 not_authorised in a restricted lane, or when another role owns the limit; 22023 and 22004 for arguments.

Example:
```sql
select outcome, dimension, current_usage, hard_limit
from flowfabric.ff_record_spend(
    '0192f0a0-6666-7666-8666-123456789012', '0192f0a0-1111-7111-8111-123456789012',
    '{"tokens": 120}', 'call-17'
);
```
$$;
