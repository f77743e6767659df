-- noqa: disable=LT02, LT14
-- The outbox with one row for each execution, whether the call was about one or about many. The
-- tags are those that the execution has now.
create view ff_event_item as
select
    i.event_id,
    i.ordinal,
    i.kind,
    i.outcome,
    i.occurred_at,
    i.route_id,
    i.execution_id,
    i.lease_id,
    i.lease_epoch,
    i.flow_id,
    coalesce(i.namespace, 'default') as namespace,
    coalesce(
        (select x.tags from ff_exec_core as x where x.execution_id = i.execution_id), '{}'
    ) as tags,
    i.worker_id,
    i.worker_instance_id,
    i.details
from (
    select
        e.event_id,
        1::bigint as ordinal,
        e.kind,
        e.outcome,
        e.occurred_at,
        e.route_id,
        e.execution_id,
        e.lease_id,
        e.lease_epoch,
        e.flow_id,
        e.namespace,
        e.worker_id,
        e.worker_instance_id,
        e.details
    from ff_event_log as e
    where e.batch is null
    union all
    select
        e.event_id,
        b.ordinal,
        e.kind,
        e.outcome,
        e.occurred_at,
        coalesce(b.route_id, e.route_id) as route_id,
        b.execution_id,
        b.lease_id,
        b.lease_epoch,
        b.flow_id,
        b.namespace,
        e.worker_id,
        e.worker_instance_id,
        e.details
    from ff_event_log as e
    cross join lateral unnest(
        (e.batch).execution_ids, (e.batch).lease_ids, (e.batch).lease_epochs,
        (e.batch).route_ids, (e.batch).flow_ids, (e.batch).namespaces
    ) with ordinality as b (
        execution_id, lease_id, lease_epoch, route_id, flow_id, namespace, ordinal
    )
    -- (not: is not null, which asks for each of its fields)
    where not e.batch is null
) as i;

comment on view ff_event_item is 'The outbox, one row for each execution that an event is about.';
