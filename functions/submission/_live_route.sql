create or replace function _live_route(p_route_id integer)
returns integer
language sql
stable
as $_live_route$
    -- what replaced it may have been replaced since
    with recursive successor as (
        select r.route_id, r.merged_into
        from ff_route as r
        where r.route_id = p_route_id
        union all
        select r.route_id, r.merged_into
        from successor as s
        inner join ff_route as r on r.route_id = s.merged_into
    )

    select s.route_id from successor as s where s.merged_into is null
$_live_route$;

comment on function _live_route is
'The route that a row belongs to when it becomes claimable: its own, or the one that replaced it.';
