create or replace function ff_read_stream(
    p_execution_id uuid,
    p_attempt_index integer default null,
    p_from text default 'start',
    p_to text default 'end',
    p_limit integer default 100,
    p_after text default null,
    p_visibility text default 'all'
)
returns ff_stream_page
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_read_stream$
declare
    v_most_bytes constant integer := 8388608;
    v_now constant timestamptz := _now();
    v_from constant _frame_position := _parse_frame_cursor('p_from', p_from);
    v_to constant _frame_position := _parse_frame_cursor('p_to', p_to, true);
    v_after _frame_position := (-1::bigint, 0);
    v_execution ff_exec_core;
    v_attempt_index integer;
    v_stream ff_stream;
    v_end _stream_end;
    v_frame ff_stream_frame;
    v_frames jsonb[] := '{}'::jsonb[];
    v_bytes integer := 0;
begin
    if p_limit is null then
        perform _raise_null('p_limit');
    elsif p_limit < 1 then
        perform _raise_invalid('p_limit', 'must be at least 1');
    elsif p_limit > 10000 then
        perform _raise('stream_page_too_large', jsonb_build_object(
            'limit', p_limit, 'max_limit', 10000
        ));
    elsif p_attempt_index < 0 then
        perform _raise_invalid('p_attempt_index', 'must not be negative');
    elsif (p_visibility in ('all', 'exclude_best_effort')) is not true then
        perform _raise_invalid('p_visibility', 'must be all or exclude_best_effort');
    end if;
    if p_after is not null then
        perform _parse_frame_cursor('p_after', p_after, true);
    end if;
    v_execution := _stream_execution(p_execution_id);
    v_attempt_index := coalesce(p_attempt_index, v_execution.attempt_index, 0);
    v_stream := _stream_of(v_execution, v_attempt_index);
    if p_after is not null then
        v_after := _place_in_stream(p_after, v_stream);
    end if;
    -- cannot raise ZF101, ZF103: _stream_end returns these names as reasons
    v_end := _stream_end(v_execution, v_attempt_index, v_now);

    for v_frame in
        select f.*
        from ff_stream_frame as f
        where
            f.execution_id = v_execution.execution_id
            and f.attempt_index = v_attempt_index
            and (f.frame_ms, f.frame_seq) >= (v_from.ms, v_from.seq)
            and (f.frame_ms, f.frame_seq) <= (v_to.ms, v_to.seq)
            and (f.frame_ms, f.frame_seq) > (v_after.ms, v_after.seq)
            and case f.mode
                when 'durable' then f.mode_number >= v_stream.durable_from
                when 'summary' then f.mode_number >= v_stream.summary_from
                else f.mode_number >= v_stream.best_effort_from
                    and p_visibility = 'all'
                    -- a stream with only best_effort frames is empty when they are too old
                    and (
                        v_stream.durable_count + v_stream.summary_count > 0
                        or _after_ms(v_stream.last_frame_at, 2 * v_stream.ttl_ms) > v_now
                    )
            end
        order by f.frame_ms, f.frame_seq
        limit p_limit
    loop
        v_bytes := v_bytes + octet_length(v_frame.payload);
        exit when v_bytes > v_most_bytes and v_frames <> '{}';
        v_frames := v_frames || _frame_item(v_frame);
        v_after := (v_frame.frame_ms, v_frame.frame_seq);
    end loop;
    return (
        array_to_json(v_frames)::jsonb,
        case when v_after.ms < 0 then '0-0' else _format_frame_cursor(v_after.ms, v_after.seq) end,
        v_attempt_index,
        coalesce(v_stream.frame_count, 0),
        v_end.closed_at,
        v_end.closed_reason
    )::ff_stream_page;
end;
$ff_read_stream$;

comment on function ff_read_stream is
$$Reads frames of an attempt's stream, in order, and returns whether more can come.

It returns frames from `p_from` to `p_to`, both inclusive, and after `p_after`. Each of these is `start`, `end`, milliseconds, or the cursor of a frame; after `end` come the frames that are appended after this call. To follow a stream, pass `next_cursor` as `p_after`, until `closed_at` is set and no frame is left. Without `p_attempt_index` it reads the stream of the current or last attempt. `frames` is a JSON array of items with `cursor`, `kind`, `frame_type`, `mode`, `appended_at`, `encoding`, and the content as `text`, `json` or `base64`; a page ends at 8 MiB.

`closed_reason` follows from the attempt: `attempt_success`, `attempt_failure`, `attempt_cancelled`, `lease_expired`, `lease_revoked`, `reclaimed`, `dependency_impossible`, `suspension_timeout`, `expired`. A stream without frames is empty, and open until its attempt has ended.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF201 execution_not_found, ZF702 stream_page_too_large (10,000 frames); ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select f.frame ->> 'text' as line, p.next_cursor, p.closed_reason
from flowfabric.ff_read_stream('0192f0a0-1111-7111-8111-123456789012') as p
cross join jsonb_array_elements(p.frames) as f (frame);
```
$$;
