create or replace function _note_frame(
    p_stream ff_stream,
    p_mode ff_frame_mode,
    p_maxlen integer,
    p_ttl_ms bigint,
    p_bytes integer,
    p_patch jsonb,
    p_now timestamptz
)
returns ff_stream
language plpgsql
immutable
as $_note_frame$
declare
    v_kept_patches constant integer := 64;
    v_alpha constant double precision := 0.2::double precision;
    v_stream ff_stream := p_stream;
    v_ms constant bigint := floor(extract(epoch from p_now) * 1000)::bigint;
begin
    v_stream.frame_count := v_stream.frame_count + 1;
    v_stream.total_bytes := v_stream.total_bytes + p_bytes;
    -- after the clock was set back, a frame must not get a position that readers have passed
    v_stream.last_seq := case when v_ms > p_stream.last_ms then 0 else p_stream.last_seq + 1 end;
    v_stream.last_ms := greatest(v_ms, p_stream.last_ms);
    case p_mode
        when 'durable' then
            v_stream.durable_count := v_stream.durable_count + 1;
            v_stream.durable_from := greatest(
                v_stream.durable_from, v_stream.durable_count - p_maxlen + 1
            );
        when 'summary' then
            v_stream.summary_count := v_stream.summary_count + 1;
            v_stream.summary_from := greatest(1, v_stream.summary_count - v_kept_patches + 1);
            v_stream.summary_version := v_stream.summary_version + 1;
            v_stream.document := _merge_patch(coalesce(v_stream.document, '{}'), p_patch);
            v_stream.first_applied_at := coalesce(v_stream.first_applied_at, p_now);
            v_stream.last_applied_at := p_now;
        else
            v_stream.best_effort_count := v_stream.best_effort_count + 1;
            -- the first frame assumes the rate at which the least number of frames is kept
            v_stream.rate_hz := coalesce(
                v_alpha * 1000 / greatest(v_ms - p_stream.last_ms, 1)
                + (1 - v_alpha) * p_stream.rate_hz,
                32 / (p_ttl_ms / 1000.0)
            );
            v_stream.ttl_ms := p_ttl_ms;
            v_stream.best_effort_from := greatest(
                v_stream.best_effort_from,
                v_stream.best_effort_count + 1
                -- twice as many as come within the ttl; at least 64 frames, at most 16,384
                - least(16384, greatest(64, ceil(v_stream.rate_hz * p_ttl_ms / 1000 * 2)))::bigint
            );
    end case;
    v_stream.last_frame_at := p_now;
    return v_stream;
end;
$_note_frame$;

comment on function _note_frame is 'The state of a stream after one more frame: position, counters, kept frames, the document.';
