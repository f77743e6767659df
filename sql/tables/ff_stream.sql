-- Output of attempts while they run, frame by frame. A stream has no state of its own: whether it
-- is open follows from its attempt, so a call that ends an attempt need not read this table.
create table ff_stream (
    execution_id uuid not null,
    attempt_index integer not null,
    created_at timestamptz not null,
    frame_count bigint not null default 0,
    total_bytes bigint not null default 0,
    -- frames of each mode, and from which on they are kept
    durable_count bigint not null default 0,
    summary_count bigint not null default 0,
    best_effort_count bigint not null default 0,
    durable_from bigint not null default 1,
    summary_from bigint not null default 1,
    best_effort_from bigint not null default 1,
    last_ms bigint not null default 0,
    last_seq integer not null default 0,
    last_frame_at timestamptz,
    rate_hz double precision,
    ttl_ms bigint,
    -- the summary
    document jsonb,
    summary_version bigint not null default 0,
    first_applied_at timestamptz,
    last_applied_at timestamptz,
    constraint stream_key primary key (execution_id, attempt_index)
) with (fillfactor = 50);

create table ff_stream_frame (
    execution_id uuid not null,
    attempt_index integer not null,
    frame_ms bigint not null,
    frame_seq integer not null,
    mode ff_frame_mode not null,
    mode_number bigint not null,
    kind ff_frame_kind not null,
    frame_type text not null,
    appended_at timestamptz not null,
    payload bytea not null,
    encoding text not null,
    correlation_id text,
    summary_version bigint,
    constraint frame_key primary key (
        execution_id, attempt_index, frame_ms, frame_seq
    )
);

create index frame_of_mode
on ff_stream_frame (execution_id, attempt_index, mode, mode_number);

comment on table ff_stream is 'The stream of an attempt: counters, and the document of its summary.';
comment on column ff_stream.execution_id is 'Whose.';
comment on column ff_stream.attempt_index is 'The attempt.';
comment on column ff_stream.created_at is 'When the first frame came.';
comment on column ff_stream.frame_count is 'Frames that were appended, also those that are gone.';
comment on column ff_stream.total_bytes is 'Their bytes.';
comment on column ff_stream.durable_count is 'Durable frames that were appended.';
comment on column ff_stream.summary_count is 'Patches that were appended.';
comment on column ff_stream.best_effort_count is 'Best-effort frames that were appended.';
comment on column ff_stream.durable_from is 'The first durable frame that is kept.';
comment on column ff_stream.summary_from is 'The first patch that is kept as a frame.';
comment on column ff_stream.best_effort_from is 'The first best-effort frame that is kept.';
comment on column ff_stream.last_ms is 'Position of the last frame.';
comment on column ff_stream.last_seq is 'Position of the last frame within the millisecond.';
comment on column ff_stream.last_frame_at is 'When the last frame came.';
comment on column ff_stream.rate_hz is 'Best-effort frames a second, as a moving average.';
comment on column ff_stream.ttl_ms is 'Ttl of the last best-effort frame.';
comment on column ff_stream.document is 'The document that patches are folded into.';
comment on column ff_stream.summary_version is 'How many patches were.';
comment on column ff_stream.first_applied_at is 'When the first patch came.';
comment on column ff_stream.last_applied_at is 'When the last patch came.';

comment on table ff_stream_frame is 'Frames of streams.';
comment on column ff_stream_frame.execution_id is 'Whose.';
comment on column ff_stream_frame.attempt_index is 'The attempt.';
comment on column ff_stream_frame.frame_ms is 'Position: the millisecond, never below that of the frame before.';
comment on column ff_stream_frame.frame_seq is 'Position within the millisecond.';
comment on column ff_stream_frame.mode is 'How long it is kept.';
comment on column ff_stream_frame.mode_number is 'Which one of its mode it is.';
comment on column ff_stream_frame.kind is 'The kind of frame.';
comment on column ff_stream_frame.frame_type is 'A name that the worker gives it.';
comment on column ff_stream_frame.appended_at is 'When it was appended.';
comment on column ff_stream_frame.payload is 'Its bytes.';
comment on column ff_stream_frame.encoding is 'The encoding of the bytes: utf8, json or binary.';
comment on column ff_stream_frame.correlation_id is 'Given by the worker.';
comment on column ff_stream_frame.summary_version is 'Version of the document after this patch.';
