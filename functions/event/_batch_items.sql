create or replace function _batch_items(
    p_event ff_event_log,
    p_after_ordinal integer,
    p_filter _event_filter,
    p_limit integer,
    p_roles name[],
    p_installation_id text
)
returns jsonb[]
language sql
stable
as $_batch_items$
    select array_agg(i.item order by i.ordinal)
    from (
        select
            u.ordinal,
            _event_item(
                p_event,
                (p_event.event_id, u.ordinal::integer)::_event_position,
                p_installation_id,
                u.execution_id, u.lease_id, u.lease_epoch,
                u.flow_id, u.namespace, x.tags, p_event.details
            ) as item
        from unnest(
            (p_event.batch).execution_ids, (p_event.batch).lease_ids,
            (p_event.batch).lease_epochs, (p_event.batch).route_ids,
            (p_event.batch).flow_ids, (p_event.batch).namespaces
        ) with ordinality as u (
            execution_id, lease_id, lease_epoch, route_id, flow_id, namespace, ordinal
        )
        left join ff_exec_core as x on x.execution_id = u.execution_id
        where
            u.ordinal > p_after_ordinal
            and _is_wanted(p_filter, u.namespace, x.tags)
            and (
                p_roles is null
                or _is_shown_event(p_roles, coalesce(u.route_id, p_event.route_id), null, null)
            )
        order by u.ordinal
        limit p_limit
    ) as i
$_batch_items$;

comment on function _batch_items is 'The items of a batch that a reader wants, after those that it has read.';
