create or replace function _lock_budget(p_budget_id uuid)
returns ff_budget
language plpgsql
as $_lock_budget$
declare
    v_budget ff_budget;
    v_now timestamptz;
begin
    if p_budget_id is null then
        perform _raise_null('p_budget_id');
    end if;
    select b.* into v_budget from ff_budget as b where b.budget_id = p_budget_id for no key update;
    if not found then
        perform _raise('budget_not_found', jsonb_build_object('budget_id', p_budget_id));
    end if;
    perform _check_limit_owner('budget', p_budget_id, v_budget.owner_name);
    v_now := _now();
    if v_budget.next_reset_at <= v_now then
        v_budget := _begin_period(v_budget, _next_reset_at(v_budget, v_now), v_now);
    end if;
    return v_budget;
end;
$_lock_budget$;

comment on function _lock_budget is
'Locks a budget that the caller may use, waiting for a session that charges it, and begins a new period when the old one has ended.';
