create or replace function _drain_admission_debts(p_limit integer)
returns integer
language plpgsql
as $_drain_admission_debts$
declare
    v_debts ff_admission_debt[];
    v_held ff_admission_debt[] := array[]::ff_admission_debt[];
    v_count integer := 0;
    r_debt record;
begin
    with taken as (
        delete from ff_admission_debt as d
        where d.ctid = any (array(
            select t.ctid
            from ff_admission_debt as t
            order by t.debt_id
            limit p_limit
            for update skip locked
        ))
        returning d.*
    )

    select coalesce(array_agg(t::ff_admission_debt), '{}') into v_debts from taken as t;
    if cardinality(v_debts) < p_limit then
        -- The others are taken by transactions that may stay open for long, after they did a part.
        -- Unless something of the same kind was taken here, the rest is done now: a debt is a hint.
        v_held := array(
            select d
            from ff_admission_debt as d
            where
                not exists (
                    select 1
                    from unnest(v_debts) as t
                    where
                        (t.kind, t.limit_id, t.limit_key, t.flow_id, t.lane_id)
                        is not distinct from
                        (d.kind, d.limit_id, d.limit_key, d.flow_id, d.lane_id)
                )
            order by d.debt_id
            limit p_limit - cardinality(v_debts)
        );
        v_debts := v_debts || v_held;
    end if;
    for r_debt in
        select
            d.limit_id,
            d.limit_key,
            d.limit_kind,
            least(sum(d.wake_count), 1000)::integer as wake_count
        from unnest(v_debts) as d
        where d.kind = 'wake' and d.after_since is null
        group by d.limit_id, d.limit_key, d.limit_kind
        order by d.limit_id, d.limit_key collate "C", d.limit_kind
    loop
        if not _free_dead_slots(r_debt.limit_id, r_debt.limit_key) then
            insert into ff_admission_debt (limit_id, limit_key, limit_kind, wake_count)
            values (r_debt.limit_id, r_debt.limit_key, r_debt.limit_kind, 1);
        end if;
        v_count := v_count + _wake(
            r_debt.limit_id, r_debt.limit_key, r_debt.limit_kind,
            case when r_debt.limit_kind = 'rate' then p_limit else r_debt.wake_count end, true
        );
    end loop;
    -- behind the first place that a row left the whole line moves up
    for r_debt in
        select distinct on (d.limit_id, d.limit_key)
            d.limit_id, d.limit_key, d.after_priority, d.after_since
        from unnest(v_debts) as d
        where d.kind = 'wake' and d.after_since is not null
        order by d.limit_id, d.limit_key, d.after_priority desc, d.after_since
    loop
        v_count := v_count + _wake(
            r_debt.limit_id, r_debt.limit_key, 'rate', p_limit, true,
            r_debt.after_priority, r_debt.after_since
        );
    end loop;
    for r_debt in
        select distinct
            d.lane_id, d.after_execution_id, d.until_xid,
            d.debt_id in (select h.debt_id from unnest(v_held) as h) as is_held
        from unnest(v_debts) as d
        where d.kind = 'lane'
        order by d.lane_id
    loop
        if r_debt.until_xid > pg_snapshot_xmin(pg_current_snapshot()) then
            -- a claim that read the old limits may not have committed yet
            insert into ff_admission_debt (kind, lane_id, until_xid)
            select 'lane', r_debt.lane_id, r_debt.until_xid
            where not r_debt.is_held;
            continue;
        end if;
        v_count := v_count + _leave_lifted_limits(
            r_debt.lane_id, r_debt.after_execution_id, p_limit
        );
        if r_debt.after_execution_id is null and r_debt.until_xid is null and not r_debt.is_held
        then
            insert into ff_admission_debt (kind, lane_id, until_xid)
            values ('lane', r_debt.lane_id, pg_snapshot_xmax(pg_current_snapshot()));
        end if;
    end loop;
    for r_debt in
        select distinct on (d.flow_id)
            d.flow_id, b as budget, d.written_by = pg_current_xact_id() as is_own
        from unnest(v_debts) as d
        inner join ff_budget as b on b.budget_id = d.limit_id
        where d.kind = 'stop'
        -- the budget that stops more
        order by d.flow_id, b.on_hard_limit desc
    loop
        v_count := v_count + _stop_flow(
            r_debt.flow_id, r_debt.budget, p_limit, p_is_committed => not r_debt.is_own
        );
    end loop;
    return v_count;
end;
$_drain_admission_debts$;

comment on function _drain_admission_debts is
'Pays the debts of limits, also those that another session has taken and not committed: wakes executions that wait, and stops flows of exhausted budgets. Rows that are still locked leave a debt again. Returns how many executions it woke or stopped.';
