create type ff_frame_kind as enum (
    'stdout', 'stderr', 'event', 'blob'
);

-- How long a frame is kept: the last so many; the last few, folded into a document; by rate.
create type ff_frame_mode as enum (
    'durable', 'summary', 'best_effort'
);

create type ff_appended_frame as (
    frame_cursor text,
    frame_count bigint,
    summary_version bigint
);

create type ff_stream_page as (
    frames jsonb,
    next_cursor text,
    attempt_index integer,
    frame_count bigint,
    closed_at timestamptz,
    closed_reason text
);

create type ff_stream_summary as (
    document jsonb,
    version bigint,
    patch_kind text,
    first_applied_at timestamptz,
    last_updated_at timestamptz
);

-- Where a frame stands in its stream: <ms>-<seq>.
create type _frame_position as (
    ms bigint,
    seq integer
);

create type _stream_end as (
    closed_at timestamptz,
    closed_reason text
);

comment on type ff_frame_kind is 'What a frame is.';
comment on type ff_frame_mode is 'How long a frame is kept.';
comment on type ff_appended_frame is 'Answer of ff_append_frame.';
comment on type ff_stream_page is 'Answer of ff_read_stream.';
comment on type ff_stream_summary is 'Answer of ff_read_summary.';
comment on type _frame_position is 'Where a frame stands in its stream.';
comment on type _stream_end is 'When and why a stream was closed; nulls: it is open.';
