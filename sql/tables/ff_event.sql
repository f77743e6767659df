-- The outbox: append-only, one row for each call that changed something. A call about one execution
-- says so in plain columns; a batch of a hundred completions is one row too, with arrays. (Arrays
-- of one element would cost every claim and completion 80 bytes of log.) Readers use the view
-- ff_event_item, which has one row for each execution.
--
-- It is a ring of eight tables, so that old events can be removed by TRUNCATE. Writers use the view
-- ff_event, which is one of them: to turn the ring is to replace the view (functions/retention).
-- Tuple routing into partitions would cost a completion a tenth of its time; the view costs
-- nothing. The view ff_event_log reads all of them.
create sequence ff_event_event_id_seq cache 1;

-- Everything up to this event may have been removed. A sequence: TRUNCATE shows in old snapshots,
-- and so must this.
create sequence ff_event_floor minvalue 0 start 0 cache 1;

create table ff_event_0 (
    event_id bigint not null default nextval('ff_event_event_id_seq') primary key,
    kind ff_event_kind not null,
    outcome ff_terminal_outcome not null default 'none',
    occurred_at timestamptz not null,
    -- of a call about one execution
    execution_id uuid,
    lease_id uuid,
    lease_epoch bigint,
    flow_id uuid,
    namespace text,
    tags jsonb,
    -- of a batch
    execution_ids uuid[],
    lease_ids uuid[],
    lease_epochs bigint[],
    flow_ids uuid[],
    namespaces text[],
    tag_sets jsonb[],
    -- of both
    worker_id text,
    worker_instance_id text,
    details jsonb
);

-- Random ids do not get smaller: do not try, with every batch.
alter table ff_event_0
alter column execution_ids set storage external,
alter column lease_ids set storage external;

-- Operator calls are rare, and looked up by execution.
create index operator_event_of_execution on ff_event_0 (execution_id)
where
outcome = 'cancelled'
or kind in (
    'revoked', 'priority_changed', 'rescheduled', 'replayed', 'erased', 'operator_claimed',
    'overridden', 'blocked', 'unblocked'
);

comment on column ff_event_0.event_id is 'Position; given at insert, so a later id may commit first.';
comment on column ff_event_0.kind is 'The kind of event.';
comment on column ff_event_0.outcome is 'How the executions ended, for kind completed.';
comment on column ff_event_0.occurred_at is 'When.';
comment on column ff_event_0.execution_id is 'To which execution; null for a batch, and for what concerns none.';
comment on column ff_event_0.lease_id is 'The lease concerned.';
comment on column ff_event_0.lease_epoch is 'Its epoch.';
comment on column ff_event_0.flow_id is 'The flow of the execution.';
comment on column ff_event_0.namespace is 'Namespace of the execution; null: default.';
comment on column ff_event_0.tags is 'Tags of the execution; null: none.';
comment on column ff_event_0.execution_ids is 'The executions of a batch; null for a single execution.';
comment on column ff_event_0.lease_ids is 'The leases concerned, in the same order.';
comment on column ff_event_0.lease_epochs is 'Their epochs, in the same order.';
comment on column ff_event_0.flow_ids is 'Flows of the executions; null: none is a member of one.';
comment on column ff_event_0.namespaces is 'Namespaces of the executions; null: all are in default.';
comment on column ff_event_0.tag_sets is 'Tags of the executions; null: none has any.';
comment on column ff_event_0.worker_id is 'The worker concerned.';
comment on column ff_event_0.worker_instance_id is 'Its process.';
comment on column ff_event_0.details is 'More, by kind.';

create table ff_event_1 (like ff_event_0 including all);

create table ff_event_2 (like ff_event_0 including all);

create table ff_event_3 (like ff_event_0 including all);

create table ff_event_4 (like ff_event_0 including all);

create table ff_event_5 (like ff_event_0 including all);

create table ff_event_6 (like ff_event_0 including all);

create table ff_event_7 (like ff_event_0 including all);

create view ff_event as
select e.* -- noqa: AM04
from ff_event_0 as e;

-- When the ring was turned; append-only, trimmed.
create table ff_event_slot (
    rotation bigint primary key,
    turned_at timestamptz not null
);

-- Operator calls outlive the ring: they are a part of the history of an execution or a flow.
-- Calls on executions are copied when their events are removed, cancellations of flows are stored
-- at once.
create table ff_operator_record (
    event_id bigint primary key,
    kind ff_event_kind not null,
    occurred_at timestamptz not null,
    execution_id uuid,
    flow_id uuid,
    lease_epoch bigint,
    worker_id text,
    worker_instance_id text,
    details jsonb,
    constraint operator_record_has_one_subject check (num_nonnulls(execution_id, flow_id) = 1)
);

create index operator_record_of_execution on ff_operator_record (execution_id)
where execution_id is not null;

create index operator_record_of_flow on ff_operator_record (flow_id)
where flow_id is not null;

comment on table ff_event_0 is 'Events: a part of the ring.';
comment on table ff_event_1 is 'Events: a part of the ring.';
comment on table ff_event_2 is 'Events: a part of the ring.';
comment on table ff_event_3 is 'Events: a part of the ring.';
comment on table ff_event_4 is 'Events: a part of the ring.';
comment on table ff_event_5 is 'Events: a part of the ring.';
comment on table ff_event_6 is 'Events: a part of the ring.';
comment on table ff_event_7 is 'Events: a part of the ring.';
comment on view ff_event is 'Where events are written to: the part of the ring whose turn it is.';
comment on sequence ff_event_event_id_seq is 'Positions of events.';
comment on sequence ff_event_floor is 'Everything up to this event may have been removed.';

comment on table ff_event_slot is 'The rotations of the event tables.';
comment on column ff_event_slot.rotation is 'Which turn it was; modulo 8 the table that is written to since.';
comment on column ff_event_slot.turned_at is 'When writers moved on to this table.';

comment on table ff_operator_record is 'Operator calls on executions, from parts of the ring that were emptied; and on flows.';
comment on column ff_operator_record.event_id is 'The event that said so.';
comment on column ff_operator_record.kind is 'The kind of operation.';
comment on column ff_operator_record.occurred_at is 'When.';
comment on column ff_operator_record.execution_id is 'To which execution; null: to a flow.';
comment on column ff_operator_record.flow_id is 'To which flow; null: to an execution.';
comment on column ff_operator_record.lease_epoch is 'The epoch of its lease.';
comment on column ff_operator_record.worker_id is 'The worker concerned.';
comment on column ff_operator_record.worker_instance_id is 'Its process.';
comment on column ff_operator_record.details is 'The actor and the reason.';
