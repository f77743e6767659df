create or replace function _trim_frames(p_stream ff_stream, p_mode ff_frame_mode)
returns void
language plpgsql
as $_trim_frames$
begin
    delete from ff_stream_frame as f
    where
        f.execution_id = p_stream.execution_id
        and f.attempt_index = p_stream.attempt_index
        and f.mode = p_mode
        and f.mode_number < case p_mode
            when 'durable' then p_stream.durable_from
            when 'summary' then p_stream.summary_from
            else p_stream.best_effort_from
        end;
end;
$_trim_frames$;

comment on function _trim_frames is 'Removes frames of a mode that a stream does not keep any more.';
