create type ff_frame_kind as enum (
    'stdout', 'stderr', 'event', 'blob'
);

-- Which frames are kept: the last ones, up to a number; a few, folded into a document; by rate.
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

-- The place of a frame in its stream: <ms>-<seq>.
create type _frame_position as (
    ms bigint,
    seq integer
);

create type _stream_end as (
    closed_at timestamptz,
    closed_reason text
);

comment on type ff_frame_kind is 'The kinds of frames.';
comment on type ff_frame_mode is 'How long a frame is kept.';
comment on type ff_appended_frame is 'Answer of ff_append_frame.';
comment on column ff_appended_frame.frame_cursor is 'The position of the frame in its stream.';
comment on column ff_appended_frame.frame_count is 'The number of frames that were appended in all.';
comment on column ff_appended_frame.summary_version is 'The version of the document with this patch; null: it is not a summary frame.';

comment on type ff_stream_page is 'Answer of ff_read_stream.';
comment on column ff_stream_page.frames is 'The frames in order, as the contract of ff_read_stream tells: a JSON array of objects.';
comment on column ff_stream_page.next_cursor is 'The value of p_after for the next page.';
comment on column ff_stream_page.attempt_index is 'The index of the attempt, from 0.';
comment on column ff_stream_page.frame_count is 'The number of frames that were appended to the stream so far.';
comment on column ff_stream_page.closed_at is 'When the stream was closed; null: more can come.';
comment on column ff_stream_page.closed_reason is 'Why it was closed; null: more can come.';

comment on type ff_stream_summary is 'Answer of ff_read_summary.';
comment on column ff_stream_summary.document is 'The document, as JSON.';
comment on column ff_stream_summary.version is 'The number of patches in it.';
comment on column ff_stream_summary.patch_kind is 'json_merge_patch.';
comment on column ff_stream_summary.first_applied_at is 'When the first patch came.';
comment on column ff_stream_summary.last_updated_at is 'When the last patch came.';

comment on type _frame_position is 'Where a frame stands in its stream.';
comment on type _stream_end is 'When and why a stream was closed; nulls: it is open.';
