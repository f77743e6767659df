create or replace function _head_of(p_route_id integer)
returns timestamptz
language sql
stable
as $_head_of$
    select coalesce(
        (
            select h.head_at
            from ff_head as h
            where h.route_id = p_route_id
            order by h.era desc, h.head_id desc
            limit 1
        ),
        '-infinity'
    )
$_head_of$;

comment on function _head_of is 'The claim head of a route.';
