create or replace function _reset_due_budgets(p_limit integer)
returns integer
language plpgsql
as $_reset_due_budgets$
declare
    v_now constant timestamptz := _now();
    v_budget ff_budget;
    v_count integer := 0;
begin
    for v_budget in
        select b.*
        from ff_budget as b
        where b.next_reset_at <= v_now
        order by b.next_reset_at
        limit least(p_limit, 100)
        for no key update skip locked
    loop
        perform _begin_period(v_budget, _next_reset_at(v_budget, v_now), v_now);
        v_count := v_count + 1;
    end loop;
    return v_count;
end;
$_reset_due_budgets$;

comment on function _reset_due_budgets is
'Begins new periods of budgets whose reset is due and that no session holds; returns how many. (Claims and charges count such a budget as reset before that.)';
