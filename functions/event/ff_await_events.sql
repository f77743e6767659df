create or replace function ff_await_events(p_cursor text)
returns ff_event_wait
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_await_events$
declare
    v_from _event_position;
    v_is_ready boolean;
    v_now timestamptz;
begin
    if p_cursor is null then
        perform _raise_null('p_cursor');
    end if;
    v_from := _parse_cursor(p_cursor);
    v_is_ready := v_from.event_id <= _fresh_watermark();
    if not v_is_ready then
        v_now := _now();
        -- a doorbell that rings as early, and does not expire soon, serves this reader, too
        insert into ff_event_bell (after_event_id, expires_at)
        select v_from.event_id - 1, v_now + interval '1 minute'
        where not exists (
            select 1
            from ff_event_bell as b
            where
                b.after_event_id < v_from.event_id
                and b.expires_at > v_now + interval '30 seconds'
        );
    end if;
    return (v_is_ready, 'ff_events')::ff_event_wait;
end;
$ff_await_events$;

comment on function ff_await_events is
$$Asks to be woken when there are events after a cursor.

First `listen ff_events`, then call this. If `is_ready` is false, commit and wait for a notification, but no longer than about a second; then read again. (A transaction that moves the watermark notifies all waiting readers when it commits; in a database without other activity, reading moves it. A request to be woken lasts a minute at most.) The reader needs no open transaction while it waits.

Effects: unless there are such events already, leaves a row that is removed, with one NOTIFY, when the watermark moves past the cursor.

Idempotent: yes.

Locks: none.

Errors: 22023 and 22004 for arguments.

Example:
```sql
listen ff_events;
select next_cursor from flowfabric.ff_read_events() \gset
select is_ready from flowfabric.ff_await_events(:'next_cursor');
```
$$;
