create or replace function _count_tags(p_execution ff_exec_core, p_tags jsonb)
returns void
language plpgsql
as $_count_tags$
declare
    v_byte_count constant bigint := _content_bytes(null, null, p_tags, null)
        -- "||" makes a copy, which is not compressed
        - _content_bytes(null, null, p_execution.tags || '{}', null);
    v_work ff_counted_work;
begin
    select w.* into v_work
    from ff_counted_work as w
    where w.execution_id = p_execution.execution_id;
    if not found or v_byte_count = 0 then
        return;
    end if;
    if v_byte_count > 0 then
        -- a caller that is not the submitter fills no limit of its own
        perform _check_submitter(
            v_work.lane_id, array_agg(s.submitter order by s.submitter collate "C"), 0, v_byte_count
        )
        from unnest(_limited_submitters(v_work.lane_id)) as s (submitter)
        where s.submitter = any (v_work.submitters);
    end if;
    update ff_counted_work as w
    set byte_count = w.byte_count + v_byte_count
    where w.execution_id = p_execution.execution_id;
    insert into ff_submitter_entry (
        written_by, lane_id, submitter, execution_count, byte_count
    )
    select pg_current_xact_id(), v_work.lane_id, s.submitter, 0, v_byte_count
    from unnest(v_work.submitters) as s (submitter);
    perform _ask_for_tick();
end;
$_count_tags$;

comment on function _count_tags is
'Counts the new tags of a locked execution for limits of its submitters, and refuses those that would exceed a limit of the caller.';
