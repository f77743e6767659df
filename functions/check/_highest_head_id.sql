create or replace function _highest_head_id()
returns bigint
language sql
stable
as $_highest_head_id$
    -- of deadlines, timeouts, todos and the newest routes: no index leads to the highest of all
    select max(h.head_id)
    from (
        (select k.route_id from ff_route as k order by k.route_id desc limit 20)
        union all
        select o.route_id
        from (values (0), (-1), (-2)) as o (route_id)
    ) as r
    cross join lateral (
        select k.head_id
        from ff_head as k
        where k.route_id = r.route_id
        order by k.era desc, k.head_id desc
        limit 1
    ) as h
$_highest_head_id$;

comment on function _highest_head_id is
'The highest id of a claim head, or nearly.';
