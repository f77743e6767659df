create or replace function _due_routes(
    p_lane_id text,
    p_capabilities text[],
    p_now timestamptz
)
returns setof _due_route
language sql
stable
as $_due_routes$
    select r.route_id, r.priority, h.head_at, o.oldest_at, r.has_rules
    from ff_route as r
    -- _head_of, written out: a function around a subquery is not inlined
    cross join lateral (
        select coalesce(
            (
                select n.head_at
                from ff_head as n
                where n.route_id = r.route_id
                order by n.era desc, n.head_id desc
                limit 1
            ),
            '-infinity'
        ) as head_at
        offset 0
    ) as h
    -- joined and not selected, for a column that is also filtered by would be looked up twice
    cross join lateral (
        select e.claimable_at as oldest_at
        from ff_exec_core as e
        where
            e.route_id = r.route_id
            and e.claimable_at >= h.head_at
            and e.claimable_at <= p_now
        order by e.claimable_at
        limit 1
    ) as o
    where
        r.lane_id = p_lane_id
        and r.retired_at is null
        and r.required_capabilities <@ p_capabilities
        -- asked once for the lane
        and not exists (
            select 1
            from ff_lane as l
            where l.lane_id = p_lane_id and l.state in ('paused', 'disabled')
        )
$_due_routes$;

comment on function _due_routes is
'The routes of a lane that a worker may take work from now, with their heads and the moments of their oldest due rows. Inlined where it is called.';
