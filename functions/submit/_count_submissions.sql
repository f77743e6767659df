create or replace function _count_submissions(
    p_lane_id text,
    p_submitters text[],
    p_execution_ids uuid[],
    p_byte_counts bigint[]
)
returns void
language plpgsql
as $_count_submissions$
begin
    if p_submitters is null or p_execution_ids = '{}' then
        return;
    end if;
    insert into ff_counted_work (execution_id, lane_id, submitters, byte_count)
    select w.execution_id, p_lane_id, p_submitters, w.byte_count
    from unnest(p_execution_ids, p_byte_counts) as w (execution_id, byte_count);
    insert into ff_submitter_entry (
        written_by, lane_id, submitter, execution_count, byte_count, submitted_at
    )
    select
        pg_current_xact_id(), p_lane_id, s.submitter, cardinality(p_execution_ids),
        (select sum(b.byte_count) from unnest(p_byte_counts) as b (byte_count)), _now()
    from unnest(p_submitters) as s (submitter);
    -- a tick counts; without one each submission would read more entries
    perform _ask_for_tick();
end;
$_count_submissions$;

comment on function _count_submissions is
'Writes submissions of a lane down that count for limits of their submitters (null: for none).';
