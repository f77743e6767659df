create or replace function _search_lapse_debts(p_budget interval)
returns boolean
language plpgsql
as $_search_lapse_debts$
declare
    v_now constant timestamptz := _now();
    v_stop_at constant timestamptz := v_now + p_budget;
    v_open text[];
    r_debt record;
    r_route record;
begin
    for r_debt in
        select d.debt_id, d.holder, d.from_at, d.to_at, d.next_route_id
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
        continue when r_debt.to_at is null and r_debt.holder = any (v_open);
        for r_route in
            select r.route_id
            from ff_route as r
            where r.route_id >= r_debt.next_route_id
            order by r.route_id
        loop
            -- only notes them: the decision is taken under the lock, when the debt is settled
            insert into ff_debt (execution_id)
            select e.execution_id
            from ff_exec_core as e
            where
                e.route_id = r_route.route_id
                and e.claimable_at >= r_debt.from_at
                and _is_lapse_due(
                    e.state, e.claimable_at, e.lease_ended_by, e.lease_reclaim_count, e.policy,
                    coalesce(r_debt.to_at, v_now)
                );
            if _now() >= v_stop_at then
                update ff_lapse_debt as d
                set to_at = coalesce(d.to_at, v_now), next_route_id = r_route.route_id + 1
                where d.debt_id = r_debt.debt_id;
                return true;
            end if;
        end loop;
        delete from ff_lapse_debt as d where d.debt_id = r_debt.debt_id;
    end loop;
    return false;
end;
$_search_lapse_debts$;

comment on function _search_lapse_debts is
'Searches for lapsed leases that were given by transactions which were open for long and have ended; true when there is more to search.';
