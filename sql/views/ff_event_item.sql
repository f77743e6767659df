-- noqa: disable=LT02
-- The outbox with one row for each execution, whether the call was about one or about many.
create view ff_event_item as
select
    e.event_id,
    1::bigint as ordinal,
    e.kind,
    e.outcome,
    e.occurred_at,
    e.execution_id,
    e.lease_id,
    e.lease_epoch,
    e.flow_id,
    coalesce(e.namespace, 'default') as namespace,
    coalesce(e.tags, '{}') as tags,
    e.worker_id,
    e.worker_instance_id,
    e.details
from ff_event_log as e
where e.execution_ids is null
union all
select
    e.event_id,
    i.ordinal,
    e.kind,
    e.outcome,
    e.occurred_at,
    i.execution_id,
    i.lease_id,
    i.lease_epoch,
    i.flow_id,
    coalesce(i.namespace, 'default') as namespace,
    coalesce(i.tags, '{}') as tags,
    e.worker_id,
    e.worker_instance_id,
    e.details
from ff_event_log as e
cross join lateral unnest(
    e.execution_ids, e.lease_ids, e.lease_epochs,
    e.flow_ids, e.namespaces, e.tag_sets
) with ordinality as i (
    execution_id, lease_id, lease_epoch, flow_id, namespace, tags, ordinal
)
where e.execution_ids is not null;

comment on view ff_event_item is 'The outbox, one row for each execution that an event is about.';
