create or replace function _lock_route_rows(
    p_route_id integer,
    p_from timestamptz,
    p_until timestamptz,
    p_limit integer,
    p_now timestamptz,
    out p_row_ids tid[],
    out p_last_at timestamptz,
    out p_are_waiting boolean
)
language plpgsql
as $_lock_route_rows$
begin
    select
        coalesce(array_agg(c.ctid), '{}'),
        max(c.claimable_at),
        coalesce(
            bool_and(
                c.state < 'children_first'
                and not c.is_limited
                and coalesce(c.deadline_at > p_now, true)
                -- written out: a function around a subquery is not inlined
                and (
                    c.flow_id is null
                    or (
                        select f.cancelled_at from ff_flow as f where f.flow_id = c.flow_id
                    ) is null
                )
            ),
            true
        )
    into p_row_ids, p_last_at, p_are_waiting
    from (
        select e.ctid, e.claimable_at, e.state, e.is_limited, e.deadline_at, e.flow_id
        from ff_exec_core as e
        where
            e.route_id = p_route_id
            and e.claimable_at >= p_from
            and e.claimable_at <= p_until
        order by e.claimable_at
        limit p_limit
        for no key update skip locked
    ) as c;
end;
$_lock_route_rows$;

comment on function _lock_route_rows is
'Locks due rows of one route for a claim, skipping what others hold; p_are_waiting: all of them simply wait for a worker, and have no limits of their own.';
