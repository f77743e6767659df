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
    v_route ff_route;
    v_now timestamptz;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    if p_priority is null then
        perform _raise_null('p_priority');
    elsif p_priority not between 0 and 9000 then
        perform _raise_invalid('p_priority', 'must be between 0 and 9000');
    end if;
    perform _check_audit(p_reason, p_actor);
    perform _check_execution(p_execution_id, 'operate');
    v_execution := _lock_execution(p_execution_id);
    v_now := _now_at_gate();
    v_execution := _settled_suspension(v_execution, v_now);
    if not _is_eligible(_effective_state(
        v_execution.state, v_execution.claimable_at, v_execution.lease_expires_at, v_now
    ))
        -- a claim refused it because of a limit, and the next claim may accept it
        and not _is_in_line(v_execution)
    then
        perform _refuse_state('execution_not_eligible', v_execution, v_now);
    end if;

    select r.* into v_route from ff_route as r where r.route_id = v_execution.route_id;
    if v_route.priority <> p_priority then
        update ff_exec_core as e
        set
            route_id = _route_for(
                v_route.lane_id, v_route.required_capabilities, p_priority
            ),
            -- another route has another head: the execution becomes claimable there now, or when
            -- its grant lapses
            claimable_at = greatest(
                coalesce(_reserved_until(v_execution, v_now), v_now),
                case when _is_refused(e.state) then e.claimable_at end
            ),
            updated_at = v_now
        where e.execution_id = p_execution_id;
        if _is_refused(v_execution.state) then
            perform _change_line(v_execution, p_priority, v_now);
        end if;
        perform _record_event('priority_changed', v_execution, v_now, 'none',
            _audit(p_reason, p_actor) || jsonb_build_object(
                'old_priority', v_route.priority, 'new_priority', p_priority
            ));
    end if;
    return (p_execution_id, 'changed', v_route.priority, p_priority)::ff_changed_priority;
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
