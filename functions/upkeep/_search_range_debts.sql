create or replace function _search_range_debts(p_budget interval)
returns boolean
language plpgsql
as $_search_range_debts$
declare
    -- the places after the last route: what has a head of its own, under no route
    v_deadlines constant integer := 2147483646;
    v_timeouts constant integer := 2147483647;
    v_stop_at constant timestamptz := _now() + p_budget;
    v_from_at timestamptz;
    v_piece interval;
    v_place integer;
    r_debt record;
    r_route record;
begin
    for r_debt in
        select
            d.debt_id, d.era, d.holders, d.is_clock_step, d.from_at, d.to_at,
            d.next_route_id, d.next_at, d.marked_at, d.before_id
        from ff_range_debt as d
        where d.is_due
        order by d.debt_id
        for update skip locked
    loop
        for r_route in
            select
                r.route_id,
                -- above its head a row can be seen; after a step back, or a merge, any may be wrong
                case
                    when r_debt.is_clock_step or r.merged_into is not null then 'infinity'
                    else _head_of(r.route_id)
                end as below_at
            from ff_route as r
            where
                r.route_id >= r_debt.next_route_id
                and r.closed_at is null
                and (
                    r_debt.is_clock_step
                    or r.merged_into is not null
                    or _head_of(r.route_id) > r_debt.from_at
                )
            order by r.route_id
        loop
            v_from_at := coalesce(
                -- of this route, which may be out of use by now: another begins where it begins
                case when r_route.route_id = r_debt.next_route_id then r_debt.next_at end,
                -- what the clock has come to again can be seen
                case when r_debt.is_clock_step then greatest(r_debt.from_at, _now()) end,
                r_debt.from_at
            );
            if v_from_at = '-infinity' then
                select min(e.claimable_at)
                into v_from_at
                from ff_exec_core as e
                where e.route_id = r_route.route_id and e.claimable_at <= r_debt.to_at;
            end if;
            v_piece := greatest((r_debt.to_at - v_from_at) / 1000, interval '1 second');
            while v_from_at <= r_debt.to_at loop
                -- only notes them: whoever settles debts decides under the lock
                insert into ff_debt (execution_id, due_since)
                select
                    e.execution_id,
                    case when r_debt.is_clock_step then e.claimable_at end
                from ff_exec_core as e
                where
                    e.route_id = r_route.route_id
                    and e.claimable_at >= v_from_at
                    and e.claimable_at < least(v_from_at + v_piece, r_route.below_at)
                    and (
                        not r_debt.is_clock_step
                        or e.state in (
                            'waiting_first', 'waiting_retry', 'waiting_replay', 'waiting_resume',
                            'revoked'
                        )
                        -- a lapsed lease that became due anew, when a head had passed it
                        or (e.state = 'active' and e.claimable_at > e.lease_expires_at)
                        or (
                            -- a delay or a backoff that was over at the old mark
                            e.state in (
                                'delayed_first', 'delayed_resume', 'backoff_retry', 'resume_delay'
                            )
                            and e.claimable_at <= r_debt.marked_at
                            -- and was written by the clock as it was, not since
                            and (
                                e.updated_at < r_debt.from_at
                                or e.updated_at > _now()
                                or age(e.xmin) > age(r_debt.before_id::xid)
                            )
                        )
                    );
                v_from_at := v_from_at + v_piece;
                if _now() >= v_stop_at then
                    update ff_range_debt as d
                    set next_route_id = r_route.route_id, next_at = v_from_at
                    where d.debt_id = r_debt.debt_id;
                    return true;
                end if;
            end loop;
        end loop;
        foreach v_place in array array[v_deadlines, v_timeouts] loop
            continue when v_place < r_debt.next_route_id;
            v_from_at := coalesce(
                case when v_place = r_debt.next_route_id then r_debt.next_at end, r_debt.from_at
            );
            while v_from_at <= r_debt.to_at loop
                -- a thousand at a time, and to the end of the range inclusive
                v_from_at := case v_place
                    when v_deadlines
                        then _note_overdue(v_from_at, r_debt.to_at + interval '1 microsecond')
                    else _note_timeouts(v_from_at, r_debt.to_at + interval '1 microsecond')
                end;
                if _now() >= v_stop_at then
                    update ff_range_debt as d
                    set next_route_id = v_place, next_at = v_from_at
                    where d.debt_id = r_debt.debt_id;
                    return true;
                end if;
            end loop;
        end loop;
        -- what flows are owed has a head of its own, too
        update ff_flow_debt as f
        set due_at = _announce()
        where f.ctid = any (array(
            select d.ctid
            from ff_flow_debt as d
            where
                d.due_at >= r_debt.from_at
                and d.due_at <= r_debt.to_at
                and d.due_at < _head_of(-2)
            for update skip locked
        ));
        if r_debt.is_clock_step then
            -- also of routes that nobody else could see when the era began
            perform _lower_heads(r_debt.era);
        end if;
        if r_debt.holders = '{}' then
            delete from ff_range_debt as d where d.debt_id = r_debt.debt_id;
        else
            update ff_range_debt as d
            set is_due = false, next_route_id = 0, next_at = null
            where d.debt_id = r_debt.debt_id;
        end if;
    end loop;
    return false;
end;
$_search_range_debts$;

comment on function _search_range_debts is
'Searches the ranges that open writers left behind, piece by piece; true when there is more to search.';
