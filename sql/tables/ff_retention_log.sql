-- The progress of retention. It reads the executions in the order of their key, round after round,
-- so that the busiest table needs no index on the time when an execution ended.
create table ff_retention_log (
    retention_id bigint generated always as identity (cache 1) primary key,
    job text not null,
    execution_id uuid not null,
    began_at timestamptz not null,
    began_at_event bigint not null,
    next_at timestamptz not null,
    pass_id uuid
);

comment on table ff_retention_log is 'How far retention has come; append-only, trimmed.';
comment on column ff_retention_log.retention_id is 'The highest is the newest.';
comment on column ff_retention_log.job is 'Whose round it is: that of ticks, or of calls.';
comment on column ff_retention_log.execution_id is 'The last execution that was looked at.';
comment on column ff_retention_log.began_at is 'When the round began.';
comment on column ff_retention_log.began_at_event is 'The newest event when the round began.';
comment on column ff_retention_log.next_at is 'When the first of the executions that the round has seen and kept may be removed.';
comment on column ff_retention_log.pass_id is 'Names the pass through all executions; null: a route that the pass met was locked, so the pass proves nothing about routes.';
