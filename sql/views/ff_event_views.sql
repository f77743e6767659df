-- The outbox, with a view for each subject.
create view ff_completion_event as
select
    i.event_id,
    i.ordinal,
    i.outcome,
    i.occurred_at,
    i.execution_id,
    i.flow_id,
    i.namespace,
    i.tags
from ff_event_item as i
where i.kind = 'completed';

create view ff_lease_event as
select
    i.event_id,
    i.ordinal,
    i.kind,
    i.occurred_at,
    i.execution_id,
    i.lease_id,
    i.lease_epoch,
    i.worker_id,
    i.worker_instance_id,
    i.namespace,
    i.tags
from ff_event_item as i
where i.kind in ('acquired', 'renewed', 'released', 'revoked', 'expired', 'reclaimed');

create view ff_signal_event as
select
    i.event_id,
    i.kind,
    i.occurred_at,
    i.execution_id,
    i.namespace,
    i.tags,
    i.details
from ff_event_item as i
where i.kind in ('signal_delivered', 'resumed', 'suspension_timed_out', 'wait_ended');

comment on view ff_completion_event is 'The ends of executions.';
comment on view ff_lease_event is 'The lives of leases.';
comment on view ff_signal_event is 'Signals, the effects of signals and timeouts on suspensions, and the ends of waits.';
