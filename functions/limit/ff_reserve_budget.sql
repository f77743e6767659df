create or replace function ff_reserve_budget(
    p_budget_id uuid,
    p_execution_id uuid,
    p_amounts jsonb
)
returns ff_reserved_budget
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_reserve_budget$
declare
    v_execution ff_exec_core;
    v_budget ff_budget;
    v_breach ff_budget_usage;
    v_has_given_back boolean;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_amounts('p_amounts', p_amounts);
    perform _check_execution(p_execution_id, 'claim', 'operate');
    v_execution := _lock_execution(p_execution_id);
    if v_execution.terminal_at is not null then
        perform _raise('execution_already_terminal', jsonb_build_object(
            'execution_id', p_execution_id, 'public_state', _public_state(v_execution.state)
        ));
    end if;
    v_budget := _lock_budget(p_budget_id);
    if v_budget.enforcement_mode = 'strict' then
        select h.* into v_breach from _hard_breach(v_budget, p_execution_id, p_amounts) as h;
        if v_breach.dimension is not null
            and _drop_dead_reservations(p_budget_id, _now()) > 0
        then
            select h.* into v_breach from _hard_breach(v_budget, p_execution_id, p_amounts) as h;
        end if;
    end if;
    if v_breach.dimension is not null then
        return (
            'hard_breach', v_breach.dimension, v_breach.used,
            _reserved_by_others(p_budget_id, v_breach.dimension, p_execution_id),
            v_breach.hard_limit
        )::ff_reserved_budget;
    end if;
    perform _count_use(p_budget_id)
    where exists (
        select 1
        from jsonb_each(p_amounts) as a
        left join ff_budget_reservation as r
            on r.budget_id = p_budget_id
            and r.execution_id = p_execution_id
            and r.dimension = a.key
        where a.value::numeric > coalesce(r.reserved, 0)
    );
    v_has_given_back := _set_reservation(v_execution, p_budget_id, p_amounts);
    if not v_execution.is_limited then
        -- the end of the attempt gives it back
        update ff_exec_core as e
        set is_limited = true
        where e.execution_id = p_execution_id;
    end if;
    if v_has_given_back then
        perform _wake_waiting(p_budget_id, _budget_limit_key(), 'budget', 100);
    end if;
    return ('reserved', null, null, null, null)::ff_reserved_budget;
end;
$ff_reserve_budget$;

comment on function ff_reserve_budget is
$$Reserves a part of a budget for an execution, before it is spent: no other execution can spend it. So workers that run at the same time cannot exceed a hard limit together, and a worker knows before a paid call that the amount is available.

Returns `reserved`, or `hard_breach` when the amount, together with the usage and the reservations of other executions, would exceed the hard limit of `dimension`; then nothing changes. (This is not counted as a breach of the budget, because other executions may spend less than they have reserved.)

Effects: sets the reservation of the execution in each of these dimensions to `p_amounts`; 0 gives it back. `ff_record_spend` ends the reservation: the rest is free again. The end of the attempt ends it, too: completed, failed, cancelled, taken over. The reservation of a silent worker is free when its lease lapses and another execution needs it. A suspended or delayed attempt keeps it.

Idempotent: yes: the call sets the reserved amount and does not add to it.

Locks: the execution, then the budget, until the caller's transaction ends; waits for a session that charges it.

Errors: ZF201 execution_not_found, ZF207 execution_already_terminal, ZF602 budget_not_found; ZF801 not_authorised in a restricted lane, or when another role owns the limit; 22023 and 22004 for arguments.

Example:
```sql
select outcome
from flowfabric.ff_reserve_budget(
    '0192f0a0-6666-7666-8666-123456789012', '0192f0a0-1111-7111-8111-123456789012',
    '{"tokens": 200}'
);
```
$$;
