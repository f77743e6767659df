create or replace function _watch_open_writers()
returns void
language plpgsql
as $_watch_open_writers$
declare
    v_open text[];
    v_advances text[];
    v_holders text[];
    r_debt record;
begin
    for r_debt in
        select d.debt_id, d.holders, d.to_at
        from ff_range_debt as d
        where d.holders <> '{}'
        order by d.debt_id
        for update skip locked
    loop
        -- by their ids: a rollback to a savepoint may have given the gate back
        v_open := coalesce(v_open, array(
            select l.transactionid::text
            from pg_locks as l
            where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock'
        ));
        v_holders := array(select unnest(r_debt.holders) intersect select unnest(v_open));
        continue when cardinality(v_holders) = cardinality(r_debt.holders);
        if r_debt.to_at is null then
            -- A head that passed the range may not be committed yet: the rows that it hides are
            -- searched for when that advance has ended. Our own advance we see.
            if v_advances is null then
                select array_remove(h.p_holders, pg_current_xact_id()::xid::text)
                into v_advances
                from _gate_holders('ff_head') as h;
            end if;
            v_holders := v_advances;
        end if;
        update ff_range_debt as d
        set
            holders = v_holders,
            to_at = coalesce(r_debt.to_at, greatest(
                _now(), (select to_timestamp(m.last_value / 1e6::float8) from ff_clock_mark as m)
            )),
            is_due = true,
            next_route_id = 0,
            next_at = null
        where d.debt_id = r_debt.debt_id;
    end loop;
end;
$_watch_open_writers$;

comment on function _watch_open_writers is
'Looks which of the noted transactions have ended; their rows are searched for from then on.';
