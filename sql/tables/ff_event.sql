-- The outbox: append-only, one row for each call that changed something. A call about one
-- execution says so in plain columns; a batch of a hundred completions is one row too, with arrays.
-- (Arrays of one element would cost every claim and completion 80 bytes of log.) Readers use the
-- view ff_event_item, which has one row for each execution.
create table ff_event (
    event_id bigint generated always as identity (cache 1) primary key,
    kind ff_event_kind not null,
    outcome ff_terminal_outcome not null default 'none',
    occurred_at timestamptz not null,
    -- of a call about one execution
    execution_id uuid,
    lease_id uuid,
    lease_epoch bigint,
    partition_key smallint,
    flow_id uuid,
    namespace text,
    tags jsonb,
    -- of a batch
    execution_ids uuid[],
    lease_ids uuid[],
    lease_epochs bigint[],
    partition_keys smallint[],
    flow_ids uuid[],
    namespaces text[],
    tag_sets jsonb[],
    -- of both
    worker_id text,
    worker_instance_id text,
    details jsonb
);

-- Random ids do not get smaller: do not try, with every batch.
alter table ff_event
alter column execution_ids set storage external,
alter column lease_ids set storage external;

-- What operators did is rare, and looked up by execution.
create index operator_event_of_execution on ff_event (execution_id)
where kind in ('revoked', 'priority_changed', 'replayed') or outcome = 'cancelled';

comment on table ff_event is 'The outbox: what happened, one row for each call; read it through ff_event_item.';
comment on column ff_event.event_id is 'Position; given at insert, so a later id may commit first.';
comment on column ff_event.kind is 'What happened.';
comment on column ff_event.outcome is 'How the executions ended, for kind completed.';
comment on column ff_event.occurred_at is 'When.';
comment on column ff_event.execution_id is 'To which execution; null for a batch, and for what concerns none.';
comment on column ff_event.lease_id is 'The lease concerned.';
comment on column ff_event.lease_epoch is 'Its epoch.';
comment on column ff_event.partition_key is 'Partition of the execution.';
comment on column ff_event.flow_id is 'The flow of the execution.';
comment on column ff_event.namespace is 'Namespace of the execution; null: default.';
comment on column ff_event.tags is 'Tags of the execution; null: none.';
comment on column ff_event.execution_ids is 'To which executions; null when it was no batch.';
comment on column ff_event.lease_ids is 'The leases concerned, in the same order.';
comment on column ff_event.lease_epochs is 'Their epochs, in the same order.';
comment on column ff_event.partition_keys is 'Partitions of the executions, in the same order.';
comment on column ff_event.flow_ids is 'Flows of the executions; null: none is a member of one.';
comment on column ff_event.namespaces is 'Namespaces of the executions; null: all are in default.';
comment on column ff_event.tag_sets is 'Tags of the executions; null: none has any.';
comment on column ff_event.worker_id is 'The worker concerned.';
comment on column ff_event.worker_instance_id is 'Its process.';
comment on column ff_event.details is 'More, by kind.';
