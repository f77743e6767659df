create or replace function _is_told_to_stop(p_execution ff_exec_core)
returns boolean
language plpgsql
stable
as $_is_told_to_stop$
begin
    return exists (
        select 1
        from ff_budget as b
        where
            b.budget_id = any (
                _budgets_of(p_execution, _lane_rules((_route_of(p_execution)).lane_id))
            )
            and b.on_hard_limit = 'cancel_all'
            and b.breached_at is not null
            and coalesce(b.next_reset_at > _now(), true)
    );
end;
$_is_told_to_stop$;

comment on function _is_told_to_stop is
'Has a budget of a running execution hit its hard limit, and is that to stop all work?';
