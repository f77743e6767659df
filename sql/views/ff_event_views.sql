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

-- Also calls on executions whose events were removed. Calls on flows are read from their records
-- only, and calls that concern neither as long as their events are kept.
create view ff_operator_event as
select
    e.event_id,
    e.kind,
    e.occurred_at,
    e.execution_id,
    null::uuid as flow_id,
    e.lease_epoch,
    e.worker_id,
    e.worker_instance_id,
    e.details
from ff_event_log as e
where
    e.outcome = 'cancelled'
    or e.kind in (
        'revoked', 'priority_changed', 'rescheduled', 'replayed', 'erased', 'operator_claimed',
        'overridden', 'blocked', 'unblocked'
    )
union all
select
    e.event_id,
    e.kind,
    e.occurred_at,
    null::uuid as execution_id,
    null::uuid as flow_id,
    e.lease_epoch,
    e.worker_id,
    e.worker_instance_id,
    e.details
from ff_event_log as e
where
    e.kind in (
        'lane_state_changed', 'worker_marked_dead', 'key_rotated', 'lane_granted', 'lane_revoked',
        'budget_reset', 'owner_changed'
    )
union all
select
    r.event_id,
    r.kind,
    r.occurred_at,
    r.execution_id,
    r.flow_id,
    r.lease_epoch,
    r.worker_id,
    r.worker_instance_id,
    r.details
from ff_operator_record as r;

comment on view ff_completion_event is 'The ends of executions.';
comment on view ff_lease_event is 'The lives of leases.';
comment on view ff_signal_event is 'Signals, the effects of signals and timeouts on suspensions, and the ends of waits.';
comment on view ff_operator_event is 'Calls of operators: on executions, on flows, and on the rest.';
