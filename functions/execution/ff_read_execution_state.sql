create or replace function ff_read_execution_state(p_execution_id uuid)
returns text
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_read_execution_state$
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_execution(p_execution_id, 'read', 'operate');
    return _state_of(p_execution_id);
end;
$ff_read_execution_state$;

comment on function ff_read_execution_state is
$$The public state of an execution as it is now; null when there is no such execution.

One of `waiting`, `delayed`, `rate_limited`, `waiting_children`, `active`, `suspended`, `completed`, `failed`, `cancelled`, `expired`, `skipped`. A delay that has ended reads `waiting`.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22004 for arguments.

Example:
```sql
select flowfabric.ff_read_execution_state('0192f0a0-1111-7111-8111-123456789012');
```
$$;
