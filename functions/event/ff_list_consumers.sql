create or replace function ff_list_consumers(
    p_after text default null,
    p_limit integer default 100
)
returns setof ff_consumer_description
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_list_consumers$
declare
    v_safe_event_id constant bigint := _safe_event_id();
    v_installation_id constant text := _installation_id();
    v_roles constant name[] := _acting_roles();
    v_is_operator constant boolean := _acts_as_operator(v_roles);
begin
    perform _check_page_size(p_limit);
    return query
    select
        c.consumer,
        c.kinds,
        c.namespace,
        c.tag_key,
        c.tag_value,
        c.max_lag_ms,
        _format_cursor((c.acked_event_id, c.acked_ordinal)::_event_position, v_installation_id),
        _format_cursor((c.read_event_id, c.read_ordinal)::_event_position, v_installation_id),
        greatest(0, v_safe_event_id - c.acked_event_id + 1),
        (
            select e.occurred_at
            from ff_event_log as e
            where e.event_id >= c.acked_event_id and e.event_id <= v_safe_event_id
            order by e.event_id
            limit 1
        ),
        c.created_at,
        c.created_by,
        c.owner_name,
        c.last_read_at,
        c.last_acked_at
    from ff_consumer as c
    where
        (p_after is null or c.consumer > p_after)
        and (v_is_operator or c.owner_name = any(v_roles))
    order by c.consumer
    limit p_limit;
end;
$ff_list_consumers$;

comment on function ff_list_consumers is
$$The consumers of events that the caller may read for, by name (operators see all): the position of each, and the number of events that it has not acknowledged.

`backlog` counts all events, also those that do not match the filter; a batch counts as one, and ids of events that were rolled back are included. `p_after` is the last name of the page before.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select consumer, backlog, oldest_unread_at from flowfabric.ff_list_consumers();
```
$$;
