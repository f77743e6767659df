create or replace function _open_routes(p_lane_id text, p_capabilities text[])
returns setof _due_route
language sql
stable
as $_open_routes$
    select
        r.route_id,
        r.priority,
        -- _head_of, written out: a function around a subquery is not inlined
        coalesce(
            (
                select n.head_at
                from ff_head as n
                where n.route_id = r.route_id
                order by n.era desc, n.head_id desc
                limit 1
            ),
            '-infinity'
        ),
        null::timestamptz,
        r.has_rules
    from ff_route as r
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
$_open_routes$;

comment on function _open_routes is
'The routes of a lane that a worker may take work from, with their heads, due or not: for a claim that wants to know whether there is only one. Inlined where it is called.';
