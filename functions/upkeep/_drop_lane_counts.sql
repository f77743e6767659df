create or replace function _drop_lane_counts(p_lane_id text)
returns void
language plpgsql
as $_drop_lane_counts$
begin
    delete from ff_lane_count as c
    where c.ctid = any (array(
        select o.ctid
        from ff_lane_count as o
        where
            o.lane_id = p_lane_id
            and (
                -- by this snapshot, which shows no count of a transaction that is still open
                o.count_id < (
                    select max(n.count_id) from ff_lane_count as n where n.lane_id = p_lane_id
                )
                or not exists (
                    select from ff_route as r where r.lane_id = p_lane_id and r.closed_at is null
                )
            )
        for update skip locked
    ));
end;
$_drop_lane_counts$;

comment on function _drop_lane_counts is
'Removes the counts of a lane but the newest, and that, too, when the lane has no routes any more.';
