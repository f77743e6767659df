create or replace function ff_list_attempts(p_execution_id text)
returns setof ff_attempt_description
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_list_attempts$
declare
    v_key constant _execution_key := _parse_execution_id('p_execution_id', p_execution_id);
begin
    perform _check_execution(v_key.partition_key, v_key.execution_id, 'read', 'operate');
    return query
    select
        _format_execution_id(a.partition_key, a.execution_id),
        a.attempt_index,
        a.attempt_id,
        a.attempt_type::text,
        a.outcome::text,
        a.worker_id,
        a.worker_instance_id,
        a.lease_id,
        a.lease_epoch,
        a.started_at,
        a.ended_at,
        a.failure_reason,
        a.failure_category,
        a.failure_detail,
        a.retry_at
    from ff_attempt_item as a
    where a.execution_id = v_key.execution_id and a.partition_key = v_key.partition_key
    order by a.attempt_index;
end;
$ff_list_attempts$;

comment on function ff_list_attempts is
$$The attempts of an execution, the first one first; the outcome of one that is not over is null.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select attempt_index, attempt_type, outcome, worker_instance_id, failure_reason
from flowfabric.ff_list_attempts('{fp:18}:0192f0a0-1111-7111-8111-123456789012');
```
$$;
