create or replace function _broken_heads(p_bound integer)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_heads$
    -- One snapshot: a session that moves a head past a row notes a debt in the same transaction,
    -- and a session that settles a debt moves its row in the same. So others may work meanwhile.
    select
        'an execution that claims have passed is recorded for a tick',
        e.execution_id,
        jsonb_build_object(
            'route_id', r.route_id, 'claimable_at', e.claimable_at, 'head_at', r.head_at
        )
    from (
        select n.route_id, _head_of(n.route_id) as head_at
        from ff_route as n
        -- a tick moves every row out of a merged route, also rows below the head
        where n.merged_into is null
        offset 0
    ) as r
    cross join lateral (
        select b.execution_id, b.claimable_at
        from ff_exec_core as b
        where b.route_id = r.route_id and b.claimable_at < r.head_at
        order by b.claimable_at
        limit p_bound
    ) as e
    where
        not exists (
            select 1
            from ff_debt as d
            where d.execution_id = e.execution_id
        )
        and not exists (
            select 1
            from ff_range_debt as d
            where e.claimable_at >= d.from_at and (e.claimable_at > d.to_at) is not true
        )
    union all
    select
        'nothing is left in a closed route',
        e.execution_id,
        jsonb_build_object(
            'route_id', r.route_id, 'claimable_at', e.claimable_at, 'closed_at', r.closed_at
        )
    from ff_route as r
    cross join lateral (
        select b.execution_id, b.claimable_at
        from ff_exec_core as b
        where b.route_id = r.route_id and b.claimable_at is not null
        order by b.claimable_at
        limit p_bound
    ) as e
    -- a submission with an old snapshot may still write to a route that is retired, but not closed
    where r.closed_at is not null
$_broken_heads$;

comment on function _broken_heads is
'Part of ff_check: executions that no claim can find, because claims begin to look behind them, or do not look in their route.';
