create or replace function _search_range_debts(p_stop_at timestamptz)
returns boolean
language plpgsql
as $_search_range_debts$
declare
    -- the places after the last route: deadlines and timeouts, which have heads of their own
    v_deadlines constant integer := 2147483646;
    v_timeouts constant integer := 2147483647;
    v_from_at timestamptz;
    v_piece interval;
    v_before_at timestamptz;
    v_place integer;
    v_debt ff_range_debt;
    r_route record;
begin
    for v_debt in
        select d.*
        from ff_range_debt as d
        where d.is_due
        order by d.debt_id
        for update skip locked
    loop
        for r_route in
            select
                r.route_id,
                -- claims find rows above the head; after a step back, or a merge, any may be wrong
                case
                    when v_debt.is_clock_step or r.merged_into is not null then 'infinity'
                    else _head_of(r.route_id)
                end as below_at
            from ff_route as r
            where
                r.route_id >= v_debt.next_route_id
                and r.closed_at is null
                and (
                    v_debt.is_clock_step
                    or r.merged_into is not null
                    or _head_of(r.route_id) > v_debt.from_at
                )
            order by r.route_id
        loop
            v_from_at := coalesce(
                -- next_at counts for this route only: another one begins at the start of the range
                case when r_route.route_id = v_debt.next_route_id then v_debt.next_at end,
                -- rows at moments that the clock has reached again can be seen
                case when v_debt.is_clock_step then greatest(v_debt.from_at, _now()) end,
                v_debt.from_at
            );
            if v_from_at = '-infinity' then
                select min(e.claimable_at)
                into v_from_at
                from ff_exec_core as e
                where e.route_id = r_route.route_id and e.claimable_at <= v_debt.to_at;
            end if;
            v_piece := greatest((v_debt.to_at - v_from_at) / 1000, interval '1 second');
            while v_from_at <= v_debt.to_at loop
                v_before_at := v_from_at + v_piece;
                v_from_at := _note_range(
                    v_debt, r_route.route_id, v_from_at, least(v_before_at, r_route.below_at)
                );
                if v_from_at >= r_route.below_at then
                    -- nothing of the rest of this piece is below the head
                    v_from_at := v_before_at;
                end if;
                if _now() >= p_stop_at then
                    update ff_range_debt as d
                    set next_route_id = r_route.route_id, next_at = v_from_at
                    where d.debt_id = v_debt.debt_id;
                    return true;
                end if;
            end loop;
        end loop;
        foreach v_place in array array[v_deadlines, v_timeouts] loop
            continue when v_place < v_debt.next_route_id;
            v_from_at := coalesce(
                case when v_place = v_debt.next_route_id then v_debt.next_at end, v_debt.from_at
            );
            while v_from_at <= v_debt.to_at loop
                -- a thousand at a time, up to and including the end of the range
                v_from_at := _note_debts(
                    case v_place when v_deadlines then 0 else -1 end,
                    v_from_at, v_debt.to_at + interval '1 microsecond'
                );
                if _now() >= p_stop_at then
                    update ff_range_debt as d
                    set next_route_id = v_place, next_at = v_from_at
                    where d.debt_id = v_debt.debt_id;
                    return true;
                end if;
            end loop;
        end loop;
        perform _end_range_search(v_debt);
    end loop;
    return false;
end;
$_search_range_debts$;

comment on function _search_range_debts is
'Searches the ranges that open writers left behind, piece by piece; true when there is more to search.';
