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
begin
    if p_cursor is null then
        perform _raise_null('p_cursor');
    end if;
    v_from := _parse_cursor(p_cursor);
    v_is_ready := v_from.event_id <= _fresh_watermark();
    if not v_is_ready then
        -- one that rings as soon is as good
        insert into ff_event_bell (after_event_id)
        select v_from.event_id - 1
        where not exists (
            select 1 from ff_event_bell as b where b.after_event_id < v_from.event_id
        );
    end if;
    return (v_is_ready, 'ff_events')::ff_event_wait;
end;
$ff_await_events$;

comment on function ff_await_events is
$$Asks to be woken when there are events behind a cursor.

First `listen ff_events`, then call this; if it is not `is_ready`, commit and wait for a notification, but no longer than a second or so: then read again. (Whoever moves the watermark rings, once for all who wait; where nothing moves it, that is the reader.) Needs no open transaction while it waits.

Effects: unless there are such events already, leaves a row that whoever moves the watermark past the cursor removes, with one NOTIFY.

Idempotent: yes.

Locks: none.

Errors: 22023 and 22004 for arguments.

Example:
```sql
listen ff_events;
select is_ready from flowfabric.ff_await_events('e1:1:0');
```
$$;
