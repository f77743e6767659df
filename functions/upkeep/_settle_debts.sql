create or replace function _settle_debts(
    p_after bigint,
    p_limit integer,
    p_stop_at timestamptz,
    out p_go_on_after bigint,
    out p_count integer
)
language plpgsql
as $_settle_debts$
declare
    v_visits constant integer := least(10 * p_limit, 5000);
    v_seen_at constant timestamptz := _now();
    v_settled_ids bigint[];
    v_owed _visited_debt[];
    v_last_id bigint;
    v_now timestamptz;
    v_row_ids tid[];
    v_due_row_ids tid[];
    v_debt_ids bigint[];
    v_keys uuid[];
    v_settled uuid[];
    v_unsettled uuid[] := array[]::uuid[];
begin
    -- A debt whose row needs nothing in this snapshot is done. An uncommitted change can only
    -- move the row later, and a head that passes the row then records a new debt.
    select d.p_settled_ids, d.p_owed, d.p_last_id
    into v_settled_ids, v_owed, v_last_id
    from _visit_debts(p_after, v_visits) as d;
    perform _drop_debts(v_settled_ids);
    p_go_on_after := coalesce(v_last_id, 0);
    p_count := 0;

    -- Of the other rows those that can be locked, and have not changed. The holder of another row
    -- may give it back later, and its debt stays: so no debt is locked.
    select array_agg(l.row_id), array_agg(l.row_id) filter (where l.is_due), array_agg(l.debt_id)
    into v_row_ids, v_due_row_ids, v_debt_ids
    from (
        select e.ctid as row_id, e.claimable_at = o.due_since as is_due, o.debt_id
        from unnest(v_owed) as o
        inner join ff_exec_core as e
            on e.execution_id = o.execution_id
        where
            e.route_id = o.route_id
            and _needs_visit(
                e.state, e.claimable_at, e.deadline_at, o.head_at, o.merged_into, o.due_since,
                _is_lapse_due(
                    e.state, e.claimable_at, e.lease_ended_by, e.lease_reclaim_count, e.policy,
                    v_seen_at
                ),
                v_seen_at
            )
            and not _is_put_off(e.execution_id, v_seen_at)
        limit p_limit
        for no key update of e skip locked
    ) as l;
    if v_row_ids is null then
        return;
    end if;

    v_now := _now_at_gate();
    v_keys := array(
        select e.execution_id
        from ff_exec_core as e
        where
            e.ctid = any (v_row_ids)
            and (
                e.deadline_at <= v_now
                or (e.claimable_at <= v_now and _is_suspended(e.state))
            )
    );
    v_settled := _settle_candidates(v_keys, v_now, p_stop_at);
    if _now() >= p_stop_at then
        v_unsettled := array(
            select k.execution_id
            from unnest(v_keys) as k (execution_id)
            where k.execution_id <> all (v_settled)
        );
    end if;
    perform _make_due(v_row_ids, v_due_row_ids, v_now);
    -- the debt of an execution that could not be settled, or not in time, stays
    perform _drop_debts(array(
        select d.debt_id
        from ff_debt as d
        where
            d.debt_id = any (v_debt_ids)
            and d.execution_id <> all (v_unsettled)
            and not _is_put_off(d.execution_id, v_now)
    ));
    p_count := cardinality(v_row_ids);
    if p_count >= p_limit or v_unsettled <> '{}' then
        -- there may be more after p_after
        p_go_on_after := p_after;
    end if;
end;
$_settle_debts$;

comment on function _settle_debts is
'Visits the rows that heads passed while they were held: a row that is free again and below its head becomes due now. Returns after which debt to go on, and how many rows it changed.';
