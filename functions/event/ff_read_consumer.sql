create or replace function ff_read_consumer(p_consumer text, p_limit integer default 256)
returns ff_event_page
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_read_consumer$
declare
    v_consumer ff_consumer;
    v_safe_event_id bigint;
    v_from _event_position;
    v_page _event_page;
    v_end _event_position;
begin
    perform _check_page_size(p_limit);
    v_consumer := _find_consumer(p_consumer);
    v_safe_event_id := _fresh_watermark();
    v_from := (v_consumer.acked_event_id, v_consumer.acked_ordinal);
    v_page := _read_page(
        v_from,
        (v_consumer.kinds, v_consumer.namespace, v_consumer.tag_key, v_consumer.tag_value),
        p_limit, v_safe_event_id, _roles_of_reader()
    );
    perform _check_not_trimmed(v_from);
    v_end := v_page.end_position;
    if v_page.events = '{}' then
        -- events that do not match its filter need no acknowledgement
        update ff_consumer as c
        set
            acked_event_id = v_end.event_id,
            acked_ordinal = v_end.ordinal,
            (read_event_id, read_ordinal) = (
                select l.event_id, l.ordinal
                from _later_position((c.read_event_id, c.read_ordinal), v_end) as l
            )
        where
            c.consumer = p_consumer
            and (c.acked_event_id, c.acked_ordinal) < (v_end.event_id, v_end.ordinal);
    elsif (v_consumer.read_event_id, v_consumer.read_ordinal) < (v_end.event_id, v_end.ordinal) then
        update ff_consumer as c
        set
            read_event_id = v_end.event_id,
            read_ordinal = v_end.ordinal,
            last_read_at = _now()
        where
            c.consumer = p_consumer
            and (c.read_event_id, c.read_ordinal) < (v_end.event_id, v_end.ordinal);
    end if;
    return (
        array_to_json(v_page.events)::jsonb,
        _format_cursor(v_end, _installation_id()),
        v_page.has_more
    )::ff_event_page;
end;
$ff_read_consumer$;

comment on function ff_read_consumer is
$$Reads the events that a consumer has not acknowledged. Until `ff_ack_consumer` each call returns the same events.

A consumer belongs to the role that created it, or that `ff_set_owner` gave it to: members of that role and operators read for it. Several sessions may read for one consumer, and each gets the events that are not acknowledged. Events about restricted lanes are left out as by `ff_read_events`, and count as read: all readers of a consumer should have the same rights in lanes.

Effects: stores the position up to which events were read; a page without a matching event is acknowledged automatically.

Idempotent: yes, until something is acknowledged.

Locks: the consumer, when it gets events for the first time, until the caller's transaction ends.

Errors: ZF710 events_trimmed, ZF711 consumer_not_found; ZF801 not_authorised for a consumer of another owner; 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select from flowfabric.ff_create_consumer('mail');
select events, next_cursor from flowfabric.ff_read_consumer('mail');
```
$$;
