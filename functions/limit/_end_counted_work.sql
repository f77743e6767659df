create or replace function _end_counted_work(p_execution_ids uuid[])
returns void
language plpgsql
as $_end_counted_work$
begin
    with gone as (
        -- none, if it has ended before and was replayed
        delete from ff_counted_work as w
        where w.execution_id = any (p_execution_ids)
        returning w.lane_id, w.submitters, w.byte_count
    )

    insert into ff_submitter_entry (
        written_by, lane_id, submitter, execution_count, byte_count
    )
    select pg_current_xact_id(), g.lane_id, s.submitter, -count(*), -sum(g.byte_count)
    from gone as g
    cross join unnest(g.submitters) as s (submitter)
    group by g.lane_id, s.submitter
    order by g.lane_id, s.submitter;
end;
$_end_counted_work$;

comment on function _end_counted_work is
'Writes down that executions have ended that counted for limits of their submitters.';
