-- Suspensions: an execution has at most one open suspension. Closed ones stay, because the
-- satisfying signals are observed later. A claim does not read this table: claimable_at of the
-- execution is the moment its timeout is due.
create table ff_suspension (
    suspension_id uuid primary key,
    execution_id uuid not null,
    namespace text not null,
    attempt_index integer not null,
    attempt_id uuid not null,
    lease_id uuid not null,
    lease_epoch bigint not null,
    suspended_by text not null,
    worker_id text not null,
    worker_instance_id text not null,
    has_parked boolean not null,
    condition jsonb not null,
    reason_code text not null,
    requested_by text not null,
    continuation text,
    idempotency_key text,
    timeout_at timestamptz,
    timeout_behavior ff_timeout_behavior,
    suspended_at timestamptz not null,
    escalated_at timestamptz,
    signal_count integer not null default 0,
    last_signal_at timestamptz,
    progress jsonb not null default '[]',
    closed_at timestamptz,
    close_reason text,
    closer_signal_id uuid,
    close_details jsonb,
    step_key text,
    title text,
    detail jsonb,
    constraint closed_suspension_has_a_reason check (
        (closed_at is null) = (close_reason is null)
    ),
    constraint timeout_has_a_behavior check (
        (timeout_at is null) = (timeout_behavior is null)
    )
);

create index suspension_of_execution on ff_suspension (execution_id, suspended_at);

create unique index one_open_suspension_of_an_execution on ff_suspension (
    execution_id
)
where closed_at is null;

create unique index one_suspension_of_a_key
on ff_suspension (execution_id, attempt_index, idempotency_key)
where idempotency_key is not null;

create index open_suspension on ff_suspension (suspended_at, suspension_id)
where closed_at is null;

create index open_suspension_of_namespace
on ff_suspension (namespace, suspended_at, suspension_id)
where closed_at is null;

create index due_suspension on ff_suspension (timeout_at)
where timeout_at is not null and closed_at is null;

comment on table ff_suspension is 'The waits of executions without a worker, with their conditions.';
comment on column ff_suspension.suspension_id is 'Identity of the suspension.';
comment on column ff_suspension.execution_id is 'The execution.';
comment on column ff_suspension.namespace is 'Its tenant: a list of one tenant does not look at the others.';
comment on column ff_suspension.attempt_index is 'The attempt that was interrupted, and goes on.';
comment on column ff_suspension.attempt_id is 'Its identity.';
comment on column ff_suspension.lease_id is 'The lease whose holder suspended; a re-sent call is known by it.';
comment on column ff_suspension.lease_epoch is 'Its epoch.';
comment on column ff_suspension.suspended_by is 'Role of the worker that suspended: its own signals do not count as a source.';
comment on column ff_suspension.worker_id is 'That worker; another one may have made the waitpoints.';
comment on column ff_suspension.worker_instance_id is 'Its process.';
comment on column ff_suspension.has_parked is 'False when the condition was satisfied already and the lease was kept.';
comment on column ff_suspension.condition is 'The condition that it waits for.';
comment on column ff_suspension.reason_code is 'Why, in a word of the model.';
comment on column ff_suspension.requested_by is 'The party that asked for it: worker, operator, policy or system_timeout_policy.';
comment on column ff_suspension.continuation is 'Data of the worker for the resumed attempt.';
comment on column ff_suspension.idempotency_key is 'Key of the call, unique in the attempt.';
comment on column ff_suspension.timeout_at is 'When it times out; null: never, or escalated since.';
comment on column ff_suspension.timeout_behavior is 'The effect of the timeout.';
comment on column ff_suspension.suspended_at is 'Since when.';
comment on column ff_suspension.escalated_at is 'When its timeout handed it to the operators.';
comment on column ff_suspension.signal_count is 'Signals accepted while it was open, or buffered before.';
comment on column ff_suspension.last_signal_at is 'When the last of them came.';
comment on column ff_suspension.progress is 'How far each part of the condition has come, in their order: how many signals or sources, or which waitpoints; empty: no signal counted.';
comment on column ff_suspension.closed_at is 'When it ended.';
comment on column ff_suspension.close_reason is 'How: resumed, cancelled, timed_out_… or why the execution ended.';
comment on column ff_suspension.closer_signal_id is 'The signal that satisfied the condition.';
comment on column ff_suspension.close_details is 'The operator that resumed it, and the reason; null otherwise.';
comment on column ff_suspension.step_key is 'The step that has its outcome; null: none.';
comment on column ff_suspension.title is 'The title that a person who decides is shown.';
comment on column ff_suspension.detail is 'The detail that a person who decides is shown.';
