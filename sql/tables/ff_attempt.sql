-- Attempts that ended without ending their execution. The current or last attempt stands in the
-- execution's own row, so the common case, one attempt that succeeds, writes nothing here.
create table ff_attempt (
    execution_id uuid not null,
    attempt_index integer not null,
    attempt_id uuid not null,
    attempt_type ff_attempt_type not null,
    outcome ff_attempt_outcome not null,
    worker_id text not null,
    worker_instance_id text not null,
    lease_id uuid not null,
    lease_epoch bigint not null,
    started_at timestamptz not null,
    ended_at timestamptz not null,
    lease_ended_by ff_lease_end not null,
    failure_reason text,
    failure_category text,
    failure_detail jsonb,
    retry_at timestamptz,
    constraint attempt_key primary key (execution_id, attempt_index)
);

comment on table ff_attempt is 'Attempts that ended without ending their execution: retried, reclaimed, replayed.';
comment on column ff_attempt.execution_id is 'The execution.';
comment on column ff_attempt.attempt_index is 'Index from 0.';
comment on column ff_attempt.attempt_id is 'Identity of the attempt.';
comment on column ff_attempt.attempt_type is 'Why it was started.';
comment on column ff_attempt.outcome is 'How it ended.';
comment on column ff_attempt.worker_id is 'The worker of its last lease.';
comment on column ff_attempt.worker_instance_id is 'The process that held it.';
comment on column ff_attempt.lease_id is 'Its last lease.';
comment on column ff_attempt.lease_epoch is 'The epoch of that lease.';
comment on column ff_attempt.started_at is 'When it was started.';
comment on column ff_attempt.ended_at is 'When it ended.';
comment on column ff_attempt.lease_ended_by is 'The word for the end of its last lease; separates a repeated ff_fail from another end.';
comment on column ff_attempt.failure_reason is 'Reason of its failure.';
comment on column ff_attempt.failure_category is 'Category of its failure.';
comment on column ff_attempt.failure_detail is 'Detail of its failure.';
comment on column ff_attempt.retry_at is 'The time of its scheduled retry, for a repeated ff_fail.';
