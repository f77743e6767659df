create or replace function _mark_duplicate_routes()
returns void
language sql
as $_mark_duplicate_routes$
    with duplicate as (
        select o.route_id, k.kept_id
        from ff_route as o
        inner join (
            select g.lane_id, g.required_capabilities, g.priority, min(g.route_id) as kept_id
            from ff_route as g
            where g.merged_into is null
            group by g.lane_id, g.required_capabilities, g.priority
            having count(*) > 1
        ) as k
            on k.lane_id = o.lane_id
            and k.required_capabilities = o.required_capabilities
            and k.priority = o.priority
        where o.merged_into is null and o.route_id > k.kept_id
        for no key update of o skip locked
    )

    -- the oldest of a kind stays; submitters take it as soon as they see this
    update ff_route as r
    set merged_into = d.kept_id, merged_by = pg_current_xact_id()
    from duplicate as d
    where r.route_id = d.route_id
$_mark_duplicate_routes$;

comment on function _mark_duplicate_routes is 'Says of each duplicate route which older one replaces it.';
