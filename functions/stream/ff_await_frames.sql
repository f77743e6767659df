create or replace function ff_await_frames(
    p_execution_id uuid,
    p_after text default null,
    p_attempt_index integer default null
)
returns ff_event_wait
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_await_frames$
declare
    v_now constant timestamptz := _now();
    v_execution ff_exec_core;
    v_attempt_index integer;
    v_stream ff_stream;
    v_after _frame_position;
    v_is_ready boolean;
begin
    perform _parse_frame_cursor('p_after', coalesce(p_after, 'start'), true);
    if p_attempt_index < 0 then
        perform _raise_invalid('p_attempt_index', 'must not be negative');
    end if;
    v_execution := _stream_execution(p_execution_id);
    v_attempt_index := coalesce(p_attempt_index, v_execution.attempt_index, 0);
    v_stream := _stream_of(v_execution, v_attempt_index);
    v_after := _place_in_stream(coalesce(p_after, 'start'), v_stream);
    -- cannot raise ZF101, ZF103: _stream_end returns these names as reasons
    v_is_ready := (_stream_end(v_execution, v_attempt_index, v_now)).closed_at is not null
        or coalesce((v_stream.last_ms, v_stream.last_seq) > (v_after.ms, v_after.seq), false);
    if not v_is_ready then
        -- a doorbell that rings as early, and does not expire soon, serves this reader, too
        insert into ff_stream_bell (
            execution_id, attempt_index, after_ms, after_seq, expires_at
        )
        select
            v_execution.execution_id, v_attempt_index,
            v_after.ms, v_after.seq, v_now + interval '1 minute'
        where not exists (
            select 1
            from ff_stream_bell as b
            where
                b.execution_id = v_execution.execution_id
                and b.attempt_index = v_attempt_index
                and (b.after_ms, b.after_seq) <= (v_after.ms, v_after.seq)
                and b.expires_at > v_now + interval '30 seconds'
        );
    end if;
    return (v_is_ready, 'ff_frames')::ff_event_wait;
end;
$ff_await_frames$;

comment on function ff_await_frames is
$$Asks to be woken when a stream has frames after a cursor.

First `listen ff_frames`, then call this. If `is_ready` is false, commit, read once more, and wait for a notification (its payload is the execution's id), but no longer than about a second: the end of an attempt does not notify. The reader needs no open transaction while it waits. A request to be woken lasts a minute at most.

Effects: unless there are such frames already, leaves a row that is removed, with one NOTIFY, when a transaction commits that has appended a frame.

Idempotent: yes.

Locks: none.

Errors: ZF201 execution_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
listen ff_frames;
select is_ready
from flowfabric.ff_await_frames('0192f0a0-1111-7111-8111-123456789012', '0-0');
```
$$;
