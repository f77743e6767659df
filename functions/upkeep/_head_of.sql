create or replace function _head_of(p_route_id integer)
returns timestamptz
language plpgsql
stable
as $_head_of$
begin
    -- not in SQL: a function around a subquery is not inlined, and would be planned at each call
    return coalesce(
        (
            select h.head_at
            from ff_head as h
            where h.route_id = p_route_id
            order by h.era desc, h.head_id desc
            limit 1
        ),
        '-infinity'
    );
end;
$_head_of$;

comment on function _head_of is
'The claim head of a route. Deadlines (0), timeouts of suspensions (-1) and the todos of flows (-2) have theirs under routes that do not exist.';
