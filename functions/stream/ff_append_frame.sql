create or replace function ff_append_frame(
    p_handle text,
    p_payload bytea default null,
    p_text text default null,
    p_json jsonb default null,
    p_kind text default 'stdout',
    p_mode text default 'durable',
    p_frame_type text default null,
    p_correlation_id text default null,
    p_retention_maxlen integer default 10000,
    p_ttl_ms bigint default null
)
returns ff_appended_frame
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_append_frame$
declare
    v_fence constant _fence := _parse_handle(p_handle);
    v_payload bytea;
    v_patch jsonb;
    v_execution ff_exec_core;
    v_now timestamptz;
    v_stream ff_stream;
begin
    if p_retention_maxlen is null then
        perform _raise_null('p_retention_maxlen');
    end if;
    perform _check_frame(
        p_payload, p_text, p_json, p_kind, p_mode, p_frame_type, p_correlation_id,
        p_retention_maxlen, p_ttl_ms
    );
    v_payload := coalesce(p_payload, convert_to(coalesce(p_text, p_json::text), 'UTF8'));
    perform _check_stream_size('payload', octet_length(v_payload), 65536);

    v_execution := _lock_execution(v_fence.execution_id);
    v_now := _now();
    perform _check_fence(v_execution, v_fence, v_now);
    if p_mode = 'summary' then
        v_patch := _patch_of(p_payload, p_text, p_json);
    end if;

    v_stream := _stream_of(v_execution, v_execution.attempt_index);
    if v_stream.execution_id is null then
        v_stream := (
            v_fence.execution_id, v_execution.attempt_index, v_now,
            0, 0, 0, 0, 0, 1, 1, 1, 0, 0, null, null, null, null, 0, null, null
        )::ff_stream;
    end if;
    v_stream := _note_frame(
        v_stream, p_mode::ff_frame_mode, p_retention_maxlen, p_ttl_ms,
        octet_length(v_payload), v_patch, v_now
    );
    if p_mode = 'summary' then
        perform _check_stream_size('document', octet_length(v_stream.document::text), 1048576);
    end if;
    perform _store_stream(v_stream);
    insert into ff_stream_frame (
        execution_id, attempt_index, frame_ms, frame_seq, mode, mode_number,
        kind, frame_type, appended_at, payload, encoding, correlation_id, summary_version
    )
    values (
        v_fence.execution_id, v_execution.attempt_index,
        v_stream.last_ms, v_stream.last_seq, p_mode::ff_frame_mode,
        case p_mode
            when 'durable' then v_stream.durable_count
            when 'summary' then v_stream.summary_count
            else v_stream.best_effort_count
        end,
        p_kind::ff_frame_kind, coalesce(p_frame_type, p_kind), v_now, v_payload,
        case
            when p_payload is not null and v_patch is null then 'binary'
            when p_text is not null and v_patch is null then 'utf8'
            else 'json'
        end,
        p_correlation_id,
        case when v_patch is not null then v_stream.summary_version end
    );
    -- Readers see only frames that are kept; old rows are deleted 64 at a time, counted by mode,
    -- because a worker may use several modes.
    if (case p_mode
        when 'durable' then v_stream.durable_count
        when 'summary' then v_stream.summary_count
        else v_stream.best_effort_count
    end) % 64 = 0 then
        perform _trim_frames(v_stream, p_mode::ff_frame_mode);
    end if;
    return (
        _format_frame_cursor(v_stream.last_ms, v_stream.last_seq),
        v_stream.frame_count,
        case when v_patch is not null then v_stream.summary_version end
    )::ff_appended_frame;
end;
$ff_append_frame$;

comment on function ff_append_frame is
$$Appends a frame to the stream of the attempt that the handle holds: output that readers can follow while the attempt runs.

The frame is `p_payload` (bytes), `p_text` or `p_json`; `p_kind` is `stdout`, `stderr`, `event` or `blob`, and `p_frame_type` is a name of your own. `p_mode` says which frames are kept. `durable`: the last `p_retention_maxlen` frames. `summary`: the frame is a JSON merge patch (RFC 7396) that is applied to one document, which `ff_read_summary` returns; the last 64 patches are kept. `best_effort`: about twice as many frames as arrive within `p_ttl_ms`; a stream with only such frames is emptied when none has arrived for twice `p_ttl_ms`. In a patch null removes a key, and the text `__ff_null__` stands for a null that is stored.

Effects: the frame can be read once the transaction commits; wakes readers that wait for frames of the stream. `frame_cursor` is its position, `frame_count` how many frames were appended in all.

Idempotent: no; a call that is sent again appends another frame.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found, ZF701 stream_payload_too_large (64 KiB a frame, 1 MiB a document); ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select frame_cursor, frame_count from flowfabric.ff_append_frame(:'handle', p_text => 'page 1 of 12');
select summary_version
from flowfabric.ff_append_frame(:'handle', p_json => '{"pages": 1}', p_mode => 'summary');
```
$$;
