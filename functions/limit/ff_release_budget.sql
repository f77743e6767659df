create or replace function ff_release_budget(p_budget_id uuid, p_execution_id uuid)
returns ff_released_budget
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_release_budget$
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_execution(p_execution_id, 'claim', 'operate');
    -- it may have been trimmed since
    perform from ff_exec_core as e
    where e.execution_id = p_execution_id
    for no key update;
    perform _take_back_spend(_lock_budget(p_budget_id), p_execution_id);
    return row('released')::ff_released_budget;
end;
$ff_release_budget$;

comment on function ff_release_budget is
$$Takes back the charges of an execution (`ff_record_spend`) to a budget in this period.

Effects: usage goes down by the sum of the ledger, which is then empty for this execution; executions that wait for the budget are due at once. The spend of other executions, usage reported with `ff_report_usage`, and spend before the last reset stay.

Idempotent: yes; a second call finds nothing to take back.

Locks: the execution, then the budget, until the caller's transaction ends; waits for a session that charges it.

Errors: ZF602 budget_not_found; ZF801 not_authorised in a restricted lane, or when another role owns the limit; 22004 for arguments.

Example:
```sql
select outcome
from flowfabric.ff_release_budget(
    '0192f0a0-6666-7666-8666-123456789012', '0192f0a0-1111-7111-8111-123456789012'
);
```
$$;
