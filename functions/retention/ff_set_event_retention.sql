create or replace function ff_set_event_retention(p_retention_ms bigint)
returns ff_event_retention
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_set_event_retention$
begin
    if p_retention_ms is null then
        perform _raise_null('p_retention_ms');
    elsif p_retention_ms not between 1 and 315360000000 then
        perform _raise_invalid('p_retention_ms', 'must be between 1 and 315360000000');
    end if;
    update ff_meta as m set value = p_retention_ms::text where m.key = 'event_retention_ms';
    return row(p_retention_ms)::ff_event_retention;
end;
$ff_set_event_retention$;

comment on function ff_set_event_retention is
$$Sets the minimum time for which events are kept. The default is 7 days.

Ticks remove old events in portions of about a sixth of that time. Events that a consumer has not acknowledged are kept, but not longer than its `max_lag_ms`, if it has one.

Effects: the setting is changed.

Idempotent: yes.

Locks: the setting, until the caller's transaction ends.

Errors: 22023 and 22004 for arguments.

Example:
```sql
select retention_ms from flowfabric.ff_set_event_retention(86400000);
```
$$;
