create or replace function _trim_heads(
    p_after_route_id integer,
    p_to_route_id integer,
    p_limit integer
)
returns integer
language plpgsql
as $_trim_heads$
declare
    v_row_ids tid[];
begin
    v_row_ids := array(
        select h.ctid
        from (
            select r.route_id
            from ff_route as r
            where
                r.route_id > p_after_route_id
                and r.route_id <= p_to_route_id
                and r.closed_at is null
            union all
            -- of deadlines, timeouts and the debts of flows
            select o.route_id
            from (values (-2), (-1), (0)) as o (route_id)
            where o.route_id > p_after_route_id and o.route_id <= p_to_route_id
        ) as r
        cross join lateral (
            select n.era, n.head_id
            from ff_head as n
            where n.route_id = r.route_id
            order by n.era desc, n.head_id desc
            offset 16
            limit 1
        ) as k
        inner join ff_head as h
            on h.route_id = r.route_id and (h.era, h.head_id) <= (k.era, k.head_id)
        limit p_limit
        for update of h skip locked
    );
    delete from ff_head as h where h.ctid = any (v_row_ids);
    return cardinality(v_row_ids);
end;
$_trim_heads$;

comment on function _trim_heads is
'Removes heads of the routes in a range that newer ones have replaced, except heads that another open tick has locked; returns how many.';
