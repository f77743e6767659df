create or replace function ff_get_execution_result(p_execution_id text)
returns setof ff_execution_result
language plpgsql
stable
rows 1
security definer
set search_path = flowfabric, pg_temp
as $ff_get_execution_result$
declare
    v_key constant _execution_key := _parse_execution_id('p_execution_id', p_execution_id);
begin
    perform _check_execution(v_key.partition_key, v_key.execution_id, 'read', 'operate');
    return query
    select
        _format_execution_id(e.partition_key, e.execution_id),
        _public_state(e.state),
        e.output,
        e.result,
        e.failure_reason,
        e.failure_category,
        e.failure_detail,
        e.terminal_at
    from ff_exec_core as e
    where
        e.execution_id = v_key.execution_id
        and e.partition_key = v_key.partition_key
        and e.terminal_at is not null;
end;
$ff_get_execution_result$;

comment on function ff_get_execution_result is
$$How an execution ended, and with what; no row while it is not over, or when there is no such execution.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select public_state, output
from flowfabric.ff_get_execution_result('{fp:18}:0192f0a0-1111-7111-8111-123456789012');
```
$$;
