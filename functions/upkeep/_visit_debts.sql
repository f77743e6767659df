create or replace function _visit_debts(
    p_after bigint,
    p_limit integer,
    out p_settled_ids bigint[],
    out p_owed _visited_debt[],
    out p_last_id bigint
)
language plpgsql
as $_visit_debts$
declare
    v_now constant timestamptz := _now();
begin
    with visited as materialized (
        select
            d.debt_id, d.execution_id, d.due_since,
            e.route_id, e.state, e.claimable_at, e.deadline_at,
            _is_lapse_due(
                e.state, e.claimable_at, e.lease_ended_by, e.lease_reclaim_count, e.policy, v_now
            ) as is_lapse_due
        from (
            select n.debt_id, n.execution_id, n.due_since
            from ff_debt as n
            where n.debt_id > p_after
            order by n.debt_id
            limit p_limit
        ) as d
        left join ff_exec_core as e
            on e.execution_id = d.execution_id
    ),

    -- once for each route
    route as materialized (
        select r.route_id, r.merged_into, _head_of(r.route_id) as head_at
        from ff_route as r
        where r.route_id in (select v.route_id from visited as v)
    ),

    judged as (
        select
            v.debt_id,
            _needs_visit(
                v.state, v.claimable_at, v.deadline_at, r.head_at, r.merged_into, v.due_since,
                v.is_lapse_due, v_now
            )
            -- it could not be settled a moment ago, and is tried again later
            or _is_put_off(v.execution_id, v_now) as is_owed,
            (
                v.debt_id, v.execution_id, r.route_id, r.head_at, r.merged_into, v.due_since
            )::_visited_debt as debt
        from visited as v
        left join route as r on r.route_id = v.route_id
    )

    select
        array_agg(j.debt_id) filter (where not j.is_owed),
        array_agg(j.debt order by j.debt_id) filter (where j.is_owed),
        case when count(*) >= p_limit then max(j.debt_id) end
    into p_settled_ids, p_owed, p_last_id
    from judged as j;
end;
$_visit_debts$;

comment on function _visit_debts is
'Looks at debts, without a lock: which are settled, and which rows still need something. Returns the last debt it looked at; null when there are no more.';
