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
        -- an older snapshot does not show all that would be removed
        return row(0, true)::ff_recycled_events;
    end if;
    v_emptied := _turn_events();
    r_work := _event_work();
    return row(
        v_emptied, r_work.p_full_slot is not null or r_work.p_next_slot is not null
    )::ff_recycled_events;
end;
$ff_recycle_events$;

comment on function ff_recycle_events is
$$Turns the ring of tables that events are written to, when it is time, and empties its oldest part by TRUNCATE, when all that is in it is old and was read.

Ticks delete old events row by row, which needs vacuuming; this gives the space back at once. Call it every few minutes from cron or with `flowfabric tick`, in a transaction of its own; where it is never called, `ff_health` says so (`event_ring`).

Effects: as said. `emptied` is how many parts were emptied, 0 or 1; `more` says that something is left to do: another session was in the way, or another part can be emptied. In REPEATABLE READ and SERIALIZABLE transactions it does nothing.

Idempotent: yes.

Locks: the view that events are written to, and a table of old events, ACCESS EXCLUSIVE until the transaction ends; waits 20 ms at most for transactions that write events, and for nothing else.

Errors: 55006 when the same session has an open cursor over events.

Example:
```sql
select emptied, more from flowfabric.ff_recycle_events();
```
$$;
