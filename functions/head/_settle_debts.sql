create or replace function _settle_debts(
    p_after bigint,
    p_limit integer,
    out p_go_on_after bigint,
    out p_count integer
)
language plpgsql
as $_settle_debts$
declare
    v_visits constant integer := 5000;
    v_seen_at constant timestamptz := _now();
    v_settled_ids bigint[];
    v_owed _owed_debt[];
    v_last_id bigint;
    v_now timestamptz;
    v_row_ids tid[];
    v_debt_ids bigint[];
    r_over record;
begin
    -- What nothing is owed to, as it is seen, is settled. A change that is not committed yet ends
    -- at or above the moment that is seen, or was announced; and no head passes what is seen
    -- without another debt.
    select d.p_settled_ids, d.p_owed, d.p_last_id
    into v_settled_ids, v_owed, v_last_id
    from _visit_debts(p_after, v_visits) as d;
    perform _drop_debts(v_settled_ids);
    p_go_on_after := coalesce(v_last_id, 0);
    p_count := 0;

    -- Of the others those that can be locked, and are still as they were seen. Who holds the
    -- others may let go of them later; no debt is locked, for their sake.
    select array_agg(l.row_id), array_agg(l.debt_id)
    into v_row_ids, v_debt_ids
    from (
        select e.ctid as row_id, o.debt_id
        from unnest(v_owed) as o
        inner join ff_exec_core as e
            on e.execution_id = o.execution_id and e.partition_key = o.partition_key
        where
            e.route_id = o.route_id
            and _is_owed(
                e.state, e.claimable_at, e.deadline_at, o.head_at, o.merged_into, v_seen_at
            )
        limit p_limit
        for no key update of e skip locked
    ) as l;
    if v_row_ids is null then
        return;
    end if;

    v_now := _announce();
    for r_over in
        select e.partition_key, e.execution_id
        from ff_exec_core as e
        where
            e.ctid = any (v_row_ids)
            and (
                e.deadline_at <= v_now
                or (e.claimable_at <= v_now and _is_suspended(e.state))
            )
    loop
        perform _settle_candidate(r_over.partition_key, r_over.execution_id, v_now);
    end loop;
    update ff_exec_core as e
    set
        -- The end of a delay, a lease or a grant is a moment to wait for. What simply waits has
        -- none: a moment to come is one of a clock that was set back since.
        claimable_at = greatest(
            v_now,
            _reserved_until(e, v_now),
            case
                when e.state = 'active' then e.lease_expires_at
                when not _is_eligible(e.state) and e.state <> 'revoked' then e.claimable_at
            end
        ),
        route_id = _live_route(e.route_id)
    -- those that are over have another version by now
    where e.ctid = any (v_row_ids);
    perform _drop_debts(v_debt_ids);
    p_count := cardinality(v_row_ids);
    if p_count >= p_limit then
        -- there may be more where it began
        p_go_on_after := p_after;
    end if;
end;
$_settle_debts$;

comment on function _settle_debts is
'Visits the rows that heads passed while they were held: one that is free again and below its head becomes due now. Answers after which debt to go on, and how many rows it changed.';
