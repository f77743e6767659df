create or replace function ff_change_priority(
    p_execution_id uuid,
    p_priority integer,
    p_reason text default null,
    p_actor text default null
)
returns ff_changed_priority
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_change_priority$
declare
    v_execution ff_exec_core;
    v_now timestamptz;
    v_old_priority integer;
    v_change _change;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_priority(p_priority);
    perform _check_audit(p_reason, p_actor);
    perform _check_execution(p_execution_id, 'operate');
    v_execution := _lock_execution(p_execution_id);
    v_now := _now_at_gate();
    v_execution := _settled_suspension(v_execution, v_now);
    v_change.verb := 'change_priority';
    if not _is_applicable(v_execution, v_change, v_now) then
        perform _refuse_state('execution_not_eligible', v_execution, v_now);
    end if;
    v_old_priority := _reprioritise_locked(v_execution, p_priority, v_now, p_reason, p_actor);
    return (p_execution_id, 'changed', v_old_priority, p_priority)::ff_changed_priority;
end;
$ff_change_priority$;

comment on function ff_change_priority is
$$Gives an execution that waits for a worker another priority; it then comes after all other executions of that priority.

Effects: a change writes an event; with the same priority nothing changes, and the execution keeps its place. A grant on it stays valid.

Idempotent: yes.

Locks: the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found, ZF202 execution_not_eligible; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (`p_priority` is 0 to 9000).

Example:
```sql
select old_priority, new_priority
from flowfabric.ff_change_priority('0192f0a0-1111-7111-8111-123456789012', 500);
```
$$;
