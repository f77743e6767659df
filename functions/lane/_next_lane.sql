create or replace function _next_lane(p_after text)
returns text
language plpgsql
stable
as $_next_lane$
begin
    return (
        select min(n.lane_id collate "C")
        from (
            (
                select l.lane_id
                from ff_lane as l
                where l.lane_id collate "C" > p_after collate "C"
                order by l.lane_id collate "C"
                limit 1
            )
            union all
            (
                select r.lane_id
                from ff_route as r
                where r.lane_id collate "C" > p_after collate "C"
                order by r.lane_id collate "C"
                limit 1
            )
        ) as n
    );
end;
$_next_lane$;

comment on function _next_lane is
'The first lane after p_after, registered or with routes, in the order of bytes; null after the last one.';
