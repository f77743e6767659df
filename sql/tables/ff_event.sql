-- The outbox: append-only, one row for each call that changed something. A batch of a hundred
-- completions is one row with arrays; readers unnest it.
create table ff_event (
    event_id bigint generated always as identity (cache 1) primary key,
    kind ff_event_kind not null,
    outcome ff_terminal_outcome not null default 'none',
    occurred_at timestamptz not null,
    execution_ids uuid[] not null,
    partition_keys smallint[] not null,
    lease_ids uuid[],
    lease_epochs bigint[],
    flow_ids uuid[],
    namespaces text[],
    tags jsonb[],
    worker_id text,
    worker_instance_id text,
    details jsonb
);

-- What operators did is rare, and looked up by execution.
create index operator_event_of_execution on ff_event ((execution_ids[1]))
where kind in ('revoked', 'priority_changed', 'replayed');

comment on table ff_event is 'The outbox: what happened, one row for each call, arrays for its executions.';
comment on column ff_event.event_id is 'Position; given at insert, so a later id may commit first.';
comment on column ff_event.kind is 'What happened.';
comment on column ff_event.outcome is 'How the executions ended, for kind completed.';
comment on column ff_event.occurred_at is 'When.';
comment on column ff_event.execution_ids is 'To which executions.';
comment on column ff_event.partition_keys is 'Their partitions, in the same order.';
comment on column ff_event.lease_ids is 'The leases concerned, in the same order.';
comment on column ff_event.lease_epochs is 'Their epochs, in the same order.';
comment on column ff_event.flow_ids is 'The flows of the executions; null: none is a member of one.';
comment on column ff_event.namespaces is 'Their namespaces; null: all are in namespace default.';
comment on column ff_event.tags is 'Their tags; null: none has any.';
comment on column ff_event.worker_id is 'The worker concerned.';
comment on column ff_event.worker_instance_id is 'Its process.';
comment on column ff_event.details is 'More, by kind.';
