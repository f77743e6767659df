create or replace function ff_get_execution_result(p_execution_id uuid)
returns setof ff_execution_result
language plpgsql
stable
rows 1
security definer
set search_path = flowfabric, pg_temp
as $ff_get_execution_result$
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_execution(p_execution_id, 'read', 'operate');
    return query
    select
        e.execution_id,
        _public_state(e.state),
        e.output,
        e.result,
        e.failure_reason,
        e.failure_category,
        e.failure_detail,
        e.cancellation_reason,
        e.terminal_at
    from ff_exec_core as e
    where
        e.execution_id = p_execution_id
        and e.terminal_at is not null;
end;
$ff_get_execution_result$;

comment on function ff_get_execution_result is
$$The outcome and the result of an execution; no row while it has not ended, or when there is no such execution.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22004 for arguments.

Example:
```sql
select public_state, output
from flowfabric.ff_get_execution_result('0192f0a0-1111-7111-8111-123456789012');
```
$$;
