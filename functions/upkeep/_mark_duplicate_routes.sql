create or replace function _mark_duplicate_routes(
    p_after_route_id integer,
    p_to_route_id integer
)
returns void
language sql
as $_mark_duplicate_routes$
    with duplicate as (
        select o.route_id, k.kept_id
        from ff_route as o
        inner join (
            select d.route_id, min(g.route_id) as kept_id
            from ff_route as d
            inner join ff_route as g
                on g.lane_id = d.lane_id
                and g.priority = d.priority
                and g.required_capabilities = d.required_capabilities
                and g.route_id < d.route_id
            where
                d.route_id > p_after_route_id
                and d.route_id <= p_to_route_id
                and d.merged_into is null
                and d.closed_at is null
                and g.merged_into is null
                and g.retired_at is null
            group by d.route_id
        ) as k on k.route_id = o.route_id
        where o.merged_into is null
        for no key update of o skip locked
    )

    -- the oldest of equal routes stays; submitters use it as soon as they see this update
    update ff_route as r
    set merged_into = d.kept_id, merged_by = pg_current_xact_id()
    from duplicate as d
    where r.route_id = d.route_id
$_mark_duplicate_routes$;

comment on function _mark_duplicate_routes is
'Notes for each duplicate in a range of routes which older route replaces it.';
