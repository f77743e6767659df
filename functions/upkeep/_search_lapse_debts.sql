create or replace function _search_lapse_debts(p_stop_at timestamptz)
returns boolean
language plpgsql
as $_search_lapse_debts$
declare
    v_highest constant integer := 2147483647;
    v_now constant timestamptz := _now();
    v_open text[];
    v_debt ff_lapse_debt;
    r_found record;
begin
    for v_debt in
        select d.*
        from ff_lapse_debt as d
        order by d.debt_id
        for update skip locked
    loop
        -- by its id: a rollback to a savepoint may have given the gate back
        v_open := coalesce(v_open, array(
            select l.transactionid::text
            from pg_locks as l
            where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock'
        ));
        continue when v_debt.to_at is null and v_debt.holder = any (v_open);
        v_debt.to_at := coalesce(v_debt.to_at, v_now);
        loop
            r_found := _next_lapses(
                v_debt.next_place, v_highest, v_debt.from_at, v_debt.to_at, 1000, false
            );
            -- only notes them: the decision is taken under the lock, when the debt is settled
            insert into ff_debt (execution_id)
            select k.execution_id from unnest(r_found.p_keys) as k (execution_id);
            exit when (r_found.p_next).route_id is null;
            v_debt.next_place := r_found.p_next;
            if _now() >= p_stop_at then
                update ff_lapse_debt as d
                set to_at = v_debt.to_at, next_place = v_debt.next_place
                where d.debt_id = v_debt.debt_id;
                return true;
            end if;
        end loop;
        delete from ff_lapse_debt as d where d.debt_id = v_debt.debt_id;
    end loop;
    return false;
end;
$_search_lapse_debts$;

comment on function _search_lapse_debts is
'Searches for the leases that lapsed while the transaction that gave them was open, and notes them as debts. Stops when the time is over; returns whether there is more to search.';
