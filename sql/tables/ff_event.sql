-- The outbox: append-only, one row for each call that changed something. A call about one execution
-- says so in plain columns; a batch of a hundred completions is one row too, with arrays. (Arrays
-- of one element would cost every claim and completion 80 bytes of log.) Readers use the view
-- ff_event_item, which has one row for each execution.
--
-- It has no text of users: readers take tags, reasons of failures and the words of an operator from
-- the place where they are stored once (functions/event/_event_details.sql). The route gives the
-- lane.
--
-- It is a ring of eight tables, so that old events can be removed by TRUNCATE. Writers use the view
-- ff_event, which is one of them: to turn the ring is to replace the view (functions/retention).
-- Tuple routing into partitions would cost a completion a tenth of its time; the view costs
-- next to nothing. The view ff_event_log reads all of them.
--
-- An insert locks its table (ROW EXCLUSIVE) before it draws the id of the event, and that is the
-- proof of the watermark (docs/claim-heads.md): an id is drawn only by the default of event_id.
create sequence ff_event_event_id_seq cache 1;

-- Everything up to this event may have been removed. A sequence: TRUNCATE shows in old snapshots,
-- and so must this.
create sequence ff_event_floor minvalue 0 start 0 cache 1;

-- The executions of a batch: one value, because a column costs every event as much as an index
-- entry of a batch.
create type _event_batch as (
    execution_ids uuid[],
    lease_ids uuid[],
    lease_epochs bigint[],
    route_ids integer[],
    flow_ids uuid[],
    namespaces text[]
);

create table ff_event_0 (
    event_id bigint not null default nextval('ff_event_event_id_seq') primary key,
    kind ff_event_kind not null,
    outcome ff_terminal_outcome not null default 'none',
    occurred_at timestamptz not null,
    -- of a call about executions that have one route
    route_id integer,
    -- of a call about one execution
    execution_id uuid,
    lease_id uuid,
    lease_epoch bigint,
    flow_id uuid,
    namespace text,
    -- of a batch
    batch _event_batch,
    -- of both
    worker_id text,
    worker_instance_id text,
    details jsonb
);

-- Random ids do not get smaller: do not try, with every batch.
alter table ff_event_0
alter column batch set storage external;

comment on type _event_batch is 'The executions that a batch was about, in its order.';
comment on column _event_batch.execution_ids is 'The executions.';
comment on column _event_batch.lease_ids is 'The leases concerned.';
comment on column _event_batch.lease_epochs is 'Their epochs.';
comment on column _event_batch.route_ids is 'Their routes; null: all have that of the event.';
comment on column _event_batch.flow_ids is 'Flows of the executions; null: none is a member of one.';
comment on column _event_batch.namespaces is 'Namespaces of the executions; null: all are in default.';

comment on column ff_event_0.event_id is 'Position; given at insert, so a later id may commit first.';
comment on column ff_event_0.kind is 'The kind of event.';
comment on column ff_event_0.outcome is 'How the executions ended, for kind completed.';
comment on column ff_event_0.occurred_at is 'When.';
comment on column ff_event_0.route_id is 'The route of the executions, which tells their lane; null: they have several, or it concerns none.';
comment on column ff_event_0.execution_id is 'To which execution; null for a batch, and for what concerns none.';
comment on column ff_event_0.lease_id is 'The lease concerned.';
comment on column ff_event_0.lease_epoch is 'Its epoch.';
comment on column ff_event_0.flow_id is 'The flow of the execution.';
comment on column ff_event_0.namespace is 'Namespace of the execution; null: default.';
comment on column ff_event_0.batch is 'The executions of a batch; null for a single execution.';
comment on column ff_event_0.worker_id is 'The worker concerned.';
comment on column ff_event_0.worker_instance_id is 'Its process.';
comment on column ff_event_0.details is 'Facts by kind, in words of the engine; null: none.';

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

-- Calls of operators, by hand or by a program. Each has an event, in its place among all events,
-- and a row here, with the names and the reason. The row outlives the event: it is a part of the
-- history of an execution or a flow. Calls that concern neither are kept as long as their events.
create table ff_operator_event (
    event_id bigint primary key,
    kind ff_event_kind not null,
    occurred_at timestamptz not null,
    execution_id uuid,
    flow_id uuid,
    lease_epoch bigint,
    worker_id text,
    worker_instance_id text,
    details jsonb not null,
    constraint operator_event_has_one_subject check (num_nonnulls(execution_id, flow_id) <= 1)
);

create index operator_event_of_execution on ff_operator_event (execution_id)
where execution_id is not null;

create index operator_event_of_flow on ff_operator_event (flow_id)
where flow_id is not null;

create index operator_event_of_neither on ff_operator_event (event_id)
where execution_id is null and flow_id is null;

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

comment on table ff_operator_event is 'Calls of operators: on executions, on flows, and on the rest.';
comment on column ff_operator_event.event_id is 'The event of the call.';
comment on column ff_operator_event.kind is 'The kind of operation.';
comment on column ff_operator_event.occurred_at is 'When.';
comment on column ff_operator_event.execution_id is 'To which execution; null: to none.';
comment on column ff_operator_event.flow_id is 'To which flow; null: to none.';
comment on column ff_operator_event.lease_epoch is 'The epoch of its lease.';
comment on column ff_operator_event.worker_id is 'The worker concerned.';
comment on column ff_operator_event.worker_instance_id is 'Its process.';
comment on column ff_operator_event.details is 'The login, the actor, the reason, and facts by kind.';
