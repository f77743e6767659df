create or replace function _begin_period(
    p_budget ff_budget,
    p_next_reset_at timestamptz,
    p_now timestamptz
)
returns ff_budget
language plpgsql
as $_begin_period$
declare
    v_budget ff_budget;
begin
    update ff_budget as b
    set
        period = b.period + 1,
        next_reset_at = p_next_reset_at,
        last_reset_at = p_now,
        reset_count = b.reset_count + 1,
        breached_at = null,
        last_breach_at = null,
        last_breach_dimension = null
    where b.budget_id = p_budget.budget_id
    returning b.* into v_budget;
    update ff_budget_usage as u
    set used = 0, spent = 0, folded = 0
    where u.budget_id = p_budget.budget_id;
    -- ticks remove the entries of earlier periods, which count for nothing any more
    insert into ff_limit_todo (kind, limit_id) values ('ledger', p_budget.budget_id);
    perform _wake_waiting(p_budget.budget_id, _budget_limit_key(), 'budget', 1000);
    return v_budget;
end;
$_begin_period$;

comment on function _begin_period is 'Resets a locked budget, and wakes who waits for it.';
