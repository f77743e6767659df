create or replace function _end_range_search(p_debt ff_range_debt)
returns void
language plpgsql
as $_end_range_search$
begin
    -- the todos of flows also have a head of their own
    update ff_flow_todo as f
    set due_at = _now_at_gate()
    where f.ctid = any (array(
        select d.ctid
        from ff_flow_todo as d
        where
            d.due_at >= p_debt.from_at
            and d.due_at <= p_debt.to_at
            and d.due_at < _head_of(-2)
        for update skip locked
    ));
    if p_debt.is_clock_step then
        -- also in routes that no other session could see when the era began
        perform _lower_heads(p_debt.era);
    end if;
    if p_debt.holders = '{}' then
        delete from ff_range_debt as d where d.debt_id = p_debt.debt_id;
    else
        update ff_range_debt as d
        set is_due = false, next_route_id = 0, next_at = null
        where d.debt_id = p_debt.debt_id;
    end if;
end;
$_end_range_search$;

comment on function _end_range_search is
'Finishes the search of a range in all routes: makes the todos of flows in it due, lowers the heads again after a step of the clock, and removes the debt of the range when its holders have ended.';
