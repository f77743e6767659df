create or replace function _looked_until(
    p_ids uuid[],
    p_lowest_id uuid,
    p_highest_id uuid,
    p_newest_first boolean,
    p_after uuid,
    p_hidden text[],
    p_most integer,
    out p_last_id uuid,
    out p_is_more boolean
)
language plpgsql
stable
as $_looked_until$
begin
    select
        (array_agg(l.execution_id order by l.place desc) filter (
            where
            l.place <= p_most
            -- no page follows the last one, so its end names no execution that is hidden
            and (l.is_shown or l.row_count > p_most or cardinality(p_ids) >= p_most)
        ))[1],
        count(*) > p_most or cardinality(p_ids) >= p_most
    into p_last_id, p_is_more
    from (
        select
            o.execution_id,
            row_number() over () as place,
            count(*) over () as row_count,
            p_hidden = '{}' or (
                select r.lane_id <> all (p_hidden)
                from ff_route as r
                where r.route_id = o.route_id
            ) as is_shown
        from (
            select e.execution_id, e.route_id
            from ff_exec_core as e
            where
                (p_ids is null or e.execution_id = any (p_ids))
                and e.execution_id between p_lowest_id and p_highest_id
                and (
                    p_after is null
                    or case
                        when p_newest_first then e.execution_id < p_after
                        else e.execution_id > p_after
                    end
                )
            order by
                case when p_newest_first then e.execution_id end desc,
                case when not p_newest_first then e.execution_id end
            limit p_most + 1
        ) as o
    ) as l;
    p_is_more := coalesce(p_is_more, false);
end;
$_looked_until$;

comment on function _looked_until is
'The last execution that a call of ff_find_executions has looked at, and whether there are others behind it; at the end, the last one that is not in p_hidden lanes.';
