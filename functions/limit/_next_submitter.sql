create or replace function _next_submitter(
    inout p_lane_id text,
    inout p_submitter text
)
language plpgsql
stable
as $_next_submitter$
begin
    if p_submitter is null then
        p_submitter := '';
        if exists (
            select 1 from ff_submitter_limit as l where l.lane_id = p_lane_id and l.submitter = ''
        ) then
            return;
        end if;
    end if;
    select n.lane_id, n.submitter
    into p_lane_id, p_submitter
    from (
        (
            select l.lane_id, l.submitter
            from ff_submitter_limit as l
            where (l.lane_id, l.submitter) > (p_lane_id, p_submitter)
            order by l.lane_id, l.submitter
            limit 1
        )
        union all
        (
            select c.lane_id, c.submitter
            from ff_submitter_count as c
            where (c.lane_id, c.submitter) > (p_lane_id, p_submitter)
            order by c.lane_id, c.submitter
            limit 1
        )
        union all
        (
            select e.lane_id, e.submitter
            from ff_submitter_entry as e
            where (e.lane_id, e.submitter) > (p_lane_id, p_submitter)
            order by e.lane_id, e.submitter
            limit 1
        )
    ) as n
    order by n.lane_id, n.submitter
    limit 1;
end;
$_next_submitter$;

comment on function _next_submitter is
'The next submitter that has a limit, a count or an entry in a lane, found by a probe of an index in each table; null after the last one. Without p_submitter it begins with the limit for each submitter of the lane.';
