create or replace function ff_list_attempts(p_execution_id uuid)
returns setof ff_attempt_description
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_list_attempts$
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_execution(p_execution_id, 'read', 'operate');
    return query
    select
        a.execution_id,
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
    where a.execution_id = p_execution_id
    order by a.attempt_index;
end;
$ff_list_attempts$;

comment on function ff_list_attempts is
$$The attempts of an execution, the first one first; the outcome of an attempt that has not ended is null.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22004 for arguments.

Example:
```sql
select attempt_index, attempt_type, outcome, worker_instance_id, failure_reason
from flowfabric.ff_list_attempts('0192f0a0-1111-7111-8111-123456789012');
```
$$;
