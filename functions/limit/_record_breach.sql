create or replace function _record_breach(
    p_budget ff_budget,
    p_dimension text,
    p_execution ff_exec_core,
    p_now timestamptz
)
returns void
language plpgsql
as $_record_breach$
declare
    v_flow_id uuid;
begin
    update ff_budget as b
    set
        breach_count = b.breach_count + 1,
        breached_at = coalesce(b.breached_at, p_now),
        last_breach_at = p_now,
        last_breach_dimension = p_dimension
    where b.budget_id = p_budget.budget_id;
    update ff_budget_usage as u
    set hit_count = u.hit_count + 1
    where u.budget_id = p_budget.budget_id and u.dimension = p_dimension;
    if p_execution.execution_id is not null then
        -- the worker of this execution is asked to stop, at its next renewal
        update ff_exec_core as e
        set is_cancel_requested = true, updated_at = p_now
        where
            e.execution_id = p_execution.execution_id
            and e.state = 'active'
            and not e.is_cancel_requested;
    end if;
    if p_budget.on_hard_limit = 'block' then
        return;
    end if;
    for v_flow_id in
        select f.flow_id
        from ff_flow as f
        where
            f.flow_id = p_execution.flow_id
            or (p_budget.scope_type = 'flow' and f.flow_id::text = lower(p_budget.scope_id))
        order by f.flow_id
    loop
        perform _stop_flow(v_flow_id, p_budget, 100, p_now + _ride_along_time());
    end loop;
end;
$_record_breach$;

comment on function _record_breach is
'Notes that a charge was refused, and does what the budget says about the work of the flow.';
