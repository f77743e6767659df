create or replace function ff_ack_consumer(p_consumer text, p_cursor text)
returns ff_acked_consumer
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_ack_consumer$
declare
    v_position _event_position;
    -- a consumer that was left behind goes on with the oldest event, because older ones are removed
    v_oldest_id constant bigint := _event_floor() + 1;
    v_consumer ff_consumer;
    v_is_news boolean;
begin
    perform _check_name('p_consumer', p_consumer, 'label');
    if p_cursor is null then
        perform _raise_null('p_cursor');
    end if;
    v_position := _parse_cursor(p_cursor);
    perform _find_consumer(p_consumer);
    update ff_consumer as c
    set
        acked_event_id = v_position.event_id,
        acked_ordinal = v_position.ordinal,
        (read_event_id, read_ordinal) = (
            select l.event_id, l.ordinal
            from _later_position((c.read_event_id, c.read_ordinal), v_position) as l
        ),
        last_acked_at = _now()
    where
        c.consumer = p_consumer
        and (c.acked_event_id, c.acked_ordinal) < (v_position.event_id, v_position.ordinal)
        and (
            (c.read_event_id, c.read_ordinal) >= (v_position.event_id, v_position.ordinal)
            or (v_position.event_id, v_position.ordinal) <= (v_oldest_id, 0)
        );
    v_is_news := found;
    v_consumer := _find_consumer(p_consumer);
    if (v_consumer.read_event_id, v_consumer.read_ordinal)
        < (v_position.event_id, v_position.ordinal)
    then
        perform _raise('ack_beyond_read', jsonb_build_object(
            'consumer', p_consumer,
            'cursor', p_cursor,
            'read_cursor', _format_cursor(
                (v_consumer.read_event_id, v_consumer.read_ordinal)::_event_position,
                _installation_id()
            )
        ));
    end if;
    return (
        case when v_is_news then 'acked' else 'already_acked' end,
        p_consumer,
        _format_cursor(
            (v_consumer.acked_event_id, v_consumer.acked_ordinal)::_event_position,
            _installation_id()
        )
    )::ff_acked_consumer;
end;
$ff_ack_consumer$;

comment on function ff_ack_consumer is
$$Acknowledges all events before a cursor: the `next_cursor` of a page, or the `cursor` of the last event that was handled. After ZF710 events_trimmed, acknowledge the `oldest_cursor` of the error's detail to continue there.

Call it in the transaction that writes the results of the events: then each event has its effect once.

Effects: moves the position of the consumer forward, never back. `outcome` is `acked`, or `already_acked` when the position was the same or later; `cursor` is the position now.

Idempotent: yes.

Locks: the consumer, until the caller's transaction ends.

Errors: ZF711 consumer_not_found, ZF713 ack_beyond_read; ZF801 not_authorised for a consumer of another owner; 22023 and 22004 for arguments.

Example:
```sql
select from flowfabric.ff_create_consumer('mail');
select next_cursor from flowfabric.ff_read_consumer('mail') \gset
select outcome, cursor from flowfabric.ff_ack_consumer('mail', :'next_cursor');
```
$$;
