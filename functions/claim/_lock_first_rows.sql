create or replace function _lock_first_rows(
    p_route _due_route,
    p_until timestamptz,
    p_limit integer,
    p_now timestamptz,
    out p_row_ids tid[],
    out p_execution_ids uuid[],
    out p_namespaces text[],
    out p_are_first boolean,
    out p_have_limits boolean,
    out p_are_waiting boolean
)
language plpgsql
as $_lock_first_rows$
begin
    select
        coalesce(array_agg(c.row_id), '{}'),
        array_agg(c.execution_id),
        case when bool_or(c.namespace <> 'default') then array_agg(c.namespace) end,
        bool_and(
            c.state = 'waiting_first'
            and c.lease_epoch = 0
            and c.policy is null
            and c.deadline_at is null
            and c.flow_id is null
        ),
        bool_or(c.is_limited),
        bool_and(
            c.state < 'children_first'
            and not c.is_limited
            and (c.deadline_at is null or c.deadline_at > p_now)
            and (c.flow_id is null or not _is_flow_cancelled(c.flow_id))
        )
    into
        p_row_ids, p_execution_ids, p_namespaces, p_are_first, p_have_limits, p_are_waiting
    from (
        select
            e.ctid as row_id,
            e.execution_id,
            e.lease_epoch,
            e.flow_id,
            e.namespace,
            e.state,
            e.deadline_at,
            e.policy,
            e.is_limited
        from ff_exec_core as e
        where
            e.route_id = p_route.route_id
            and e.claimable_at >= p_route.head_at
            and e.claimable_at <= p_until
        order by e.claimable_at
        limit p_limit
        for no key update skip locked
    ) as c;
end;
$_lock_first_rows$;

comment on function _lock_first_rows is
'Locks due rows of one route for a batch of claims, skipping rows that others hold; returns the data for one event about all of them, and whether they are alike: they wait for their first attempt, with no policy, deadline or flow. p_have_limits: at least one of them has limits of its own. p_are_waiting: they simply wait for a worker, and have no limits of their own.';
