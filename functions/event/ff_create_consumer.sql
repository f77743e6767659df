create or replace function ff_create_consumer(
    p_consumer text,
    p_kinds text[] default null,
    p_namespace text default null,
    p_tag_key text default null,
    p_tag_value text default null,
    p_cursor text default null,
    p_max_lag_ms bigint default null
)
returns ff_created_consumer
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_create_consumer$
declare
    v_safe_event_id bigint;
    v_from _event_position;
    v_consumer ff_consumer;
    v_is_new boolean;
begin
    perform _check_name('p_consumer', p_consumer, 'label');
    perform _check_event_filter((p_kinds, p_namespace, p_tag_key, p_tag_value)::_event_filter);
    if p_max_lag_ms not between 1 and 315360000000 then
        perform _raise_invalid('p_max_lag_ms', 'must be between 1 and 315360000000');
    end if;
    v_safe_event_id := _fresh_watermark();
    v_from := _first_position(p_cursor, v_safe_event_id);
    perform _check_not_trimmed(v_from);
    insert into ff_consumer (
        consumer, kinds, namespace, tag_key, tag_value, max_lag_ms,
        acked_event_id, acked_ordinal, read_event_id, read_ordinal,
        created_at, created_by, owner_name
    )
    values (
        p_consumer, p_kinds, p_namespace, p_tag_key, p_tag_value, p_max_lag_ms,
        v_from.event_id, v_from.ordinal, v_from.event_id, v_from.ordinal,
        _now(), session_user, _caller()
    )
    on conflict (consumer) do nothing;
    v_is_new := found;
    v_consumer := _find_consumer(p_consumer);
    if (
        v_consumer.kinds, v_consumer.namespace, v_consumer.tag_key, v_consumer.tag_value,
        v_consumer.max_lag_ms
    ) is distinct from (p_kinds, p_namespace, p_tag_key, p_tag_value, p_max_lag_ms) then
        perform _raise('consumer_conflict', jsonb_build_object(
            'consumer', p_consumer,
            'kinds', v_consumer.kinds,
            'namespace', v_consumer.namespace,
            'tag_key', v_consumer.tag_key,
            'tag_value', v_consumer.tag_value,
            'max_lag_ms', v_consumer.max_lag_ms
        ));
    end if;
    return (
        case when v_is_new then 'created' else 'exists' end,
        p_consumer,
        _format_cursor(
            (v_consumer.acked_event_id, v_consumer.acked_ordinal)::_event_position,
            _installation_id()
        )
    )::ff_created_consumer;
end;
$ff_create_consumer$;

comment on function ff_create_consumer is
$$Creates a consumer of events, whose position the database stores: each consumer gets every event that matches its filter, at least once.

It begins with the oldest event that is kept, or at `p_cursor`; the empty text stands for the end, after the newest event. Events, and finished executions, are kept until all consumers have acknowledged them, but for a consumer with `p_max_lag_ms` only for that time. Drop a consumer that is not used any more, because it keeps all of them.

Effects: the consumer exists and belongs to the caller's role: members of that role and operators read for it, until `ff_set_owner` gives it to another role; `outcome` is `created` or `exists`, and `cursor` is its position.

Idempotent: yes, with the same filter and the same `p_max_lag_ms`; the position does not change. To change one of them, drop the consumer and create it again at its `cursor`.

Locks: none; waits for an open transaction that creates the same consumer.

Errors: ZF710 events_trimmed, ZF711 consumer_not_found, ZF712 consumer_conflict (another filter or `p_max_lag_ms`; the detail has those of the consumer); ZF801 not_authorised for a name of another owner; 22023 and 22004 for arguments.

Example:
```sql
select outcome, cursor from flowfabric.ff_create_consumer('billing', p_kinds => array['completed']);
```
$$;
