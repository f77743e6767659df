create or replace function ff_recycle_events()
returns ff_recycled_events
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_recycle_events$
declare
    v_emptied integer;
    r_work record;
begin
    if current_setting('transaction_isolation') <> 'read committed' then
        -- an older snapshot does not show all events that would be removed
        return row(0, true)::ff_recycled_events;
    end if;
    v_emptied := _change_event_slot();
    r_work := _event_work();
    return row(
        v_emptied, r_work.p_full_slot is not null or r_work.p_next_slot is not null
    )::ff_recycled_events;
end;
$ff_recycle_events$;

comment on function ff_recycle_events is
$$Events are written to one of eight tables in turn. This call moves on to the next table when it is time, and empties the oldest one by TRUNCATE when all its events are old and were read.

Ticks delete old events row by row, and the space must then be vacuumed; this call gives the space back at once. Call it every few minutes from cron or with `flowfabric tick`, in a transaction of its own. If it is never called, `ff_health` reports that (`event_tables`).

Effects: as described above. `emptied` is how many tables were emptied, 0 or 1; `more` says that work is left: another session used the tables, or another table can be emptied. In REPEATABLE READ and SERIALIZABLE transactions it does nothing.

Idempotent: yes.

Locks: the view that events are written to, and a table of old events, ACCESS EXCLUSIVE until the transaction ends; waits at most 20 ms for transactions that write events, and for no other lock.

Errors: 55006 when the same session has an open cursor over events.

Example:
```sql
select emptied, more from flowfabric.ff_recycle_events();
```
$$;
