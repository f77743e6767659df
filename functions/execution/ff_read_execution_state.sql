create or replace function ff_read_execution_state(p_execution_id text)
returns text
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_read_execution_state$
declare
    v_key constant _execution_key := _parse_execution_id('p_execution_id', p_execution_id);
begin
    perform _check_execution(v_key.partition_key, v_key.execution_id, 'read', 'operate');
    return _state_of(v_key);
end;
$ff_read_execution_state$;

comment on function ff_read_execution_state is
$$The public state of an execution as it is now; null when there is no such execution.

One of `waiting`, `delayed`, `rate_limited`, `waiting_children`, `active`, `suspended`, `completed`, `failed`, `cancelled`, `expired`, `skipped`. A delay that is over reads `waiting`, whether or not somebody looked at it.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select flowfabric.ff_read_execution_state('{fp:18}:0192f0a0-1111-7111-8111-123456789012');
```
$$;
