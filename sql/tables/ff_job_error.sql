-- Errors of jobs of a tick, and of executions that a claim or a tick had to settle. Such an
-- execution is put off for a minute, so that it does not stop the work on others. The row has the
-- end of that time; it is void when the execution has changed since. Append-only, trimmed.
create table ff_job_error (
    error_id bigint generated always as identity (cache 1) primary key,
    job text not null,
    execution_id uuid,
    error_code text not null,
    message text not null,
    occurred_at timestamptz not null,
    look_again_at timestamptz
);

create index job_error_of_an_execution
on ff_job_error (execution_id, look_again_at) where execution_id is not null;

comment on table ff_job_error is 'Errors of jobs, which ff_health shows; those of executions that are put off are shown by ff_check.';
comment on column ff_job_error.error_id is 'The highest is the newest.';
comment on column ff_job_error.job is 'The job: that of ff_tick, or settle and accept for an execution.';
comment on column ff_job_error.execution_id is 'The execution that could not be settled; null: the whole job failed.';
comment on column ff_job_error.error_code is 'SQLSTATE of the error.';
comment on column ff_job_error.message is 'Its message, up to 500 characters.';
comment on column ff_job_error.occurred_at is 'When.';
comment on column ff_job_error.look_again_at is 'Until when the execution is put off.';
