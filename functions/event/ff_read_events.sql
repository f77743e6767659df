create or replace function ff_read_events(
    p_cursor text default null,
    p_kinds text[] default null,
    p_namespace text default null,
    p_tag_key text default null,
    p_tag_value text default null,
    p_limit integer default 256
)
returns ff_event_page
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_read_events$
declare
    v_filter constant _event_filter := (p_kinds, p_namespace, p_tag_key, p_tag_value);
    v_safe_event_id bigint;
    v_from _event_position;
    v_page _event_page;
begin
    perform _check_page_size(p_limit);
    perform _check_event_filter(v_filter);
    v_safe_event_id := _fresh_watermark();
    v_from := _first_position(p_cursor, v_safe_event_id);
    v_page := _read_page(
        v_from, v_filter, p_limit, v_safe_event_id, _roles_of_reader()
    );
    perform _check_not_trimmed(v_from);
    return (
        array_to_json(v_page.events)::jsonb,
        _format_cursor(v_page.end_position, _installation_id()),
        v_page.has_more
    )::ff_event_page;
end;
$ff_read_events$;

comment on function ff_read_events is
$$Reads events, each exactly once and in the same order for all readers, also events of transactions that committed late.

`events` is a JSON array: each item is about one execution, and has `event_id`, `cursor`, `kind`, `outcome`, `occurred_at`, `execution_id`, `lease_id`, `lease_epoch`, `flow_id`, `namespace`, `tags`, `worker_id`, `worker_instance_id`, `details`. `tags`, reasons and categories of failures, and what operators said are those that are stored now, and are gone with the execution. Pass `next_cursor` to read on; it moves on also when no event matches the filter. `has_more`: more events can be read at once. A cursor belongs to its installation: one of another installation, and one beyond the last event, are refused. Without `p_cursor` reading begins with the oldest event that is kept; with the empty text it begins after the newest one.

Events about restricted lanes that the caller may not read or operate are left out; where there are such lanes, an event is also left out when its lane is not known any more, because its route was removed.

An event can be read once its transaction, and all others that were writing events at that time, have ended. The last event that can be read is stored as the event watermark. A read-only transaction, and a replica, read up to the stored watermark; a tick, or any reader that may write, moves it on.

Effects: none on events; a READ COMMITTED transaction that may write moves the event watermark.

Idempotent: yes.

Locks: none that another session waits for.

Errors: ZF710 events_trimmed; 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select e.event ->> 'kind' as kind, e.event ->> 'execution_id' as execution_id, p.next_cursor
from flowfabric.ff_read_events(p_kinds => array['completed']) as p
cross join jsonb_array_elements(p.events) as e (event);
```
$$;
