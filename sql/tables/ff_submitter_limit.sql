-- Limits of submitters in lanes, and their use.
--
-- Submissions and ends append entries, and the use of a submitter is the newest count plus all
-- entries that this count does not contain: exact at any moment, without a row that submissions
-- share. A tick only appends a count that contains more, and removes entries that the count before
-- it contains. A count says by its snapshot which entries it contains, so two ticks at once, or one
-- that stays open, leave nothing wrong behind.
create table ff_submitter_limit (
    lane_id text not null,
    submitter text not null,
    max_unfinished bigint,
    max_unfinished_bytes bigint,
    max_submissions bigint,
    period_ms bigint not null,
    set_by text not null,
    set_at timestamptz not null,
    primary key (lane_id, submitter)
);

comment on table ff_submitter_limit is 'Limits of submitters in lanes.';
comment on column ff_submitter_limit.lane_id is 'The lane.';
comment on column ff_submitter_limit.submitter is 'A role, or empty: each submitter without a limit of its own.';
comment on column ff_submitter_limit.max_unfinished is 'The most executions that are not over; null: no limit.';
comment on column ff_submitter_limit.max_unfinished_bytes is 'The most bytes of these; null: no limit.';
comment on column ff_submitter_limit.max_submissions is 'The most submissions in a period; null: no limit.';
comment on column ff_submitter_limit.period_ms is 'The length of a period.';
comment on column ff_submitter_limit.set_by is 'The role that set the limit.';
comment on column ff_submitter_limit.set_at is 'When it was set.';

create table ff_counted_work (
    execution_id uuid primary key,
    lane_id text not null,
    submitters text[] not null,
    byte_count bigint not null
);

comment on table ff_counted_work is 'Executions that are not over and count for limits of submitters.';
comment on column ff_counted_work.execution_id is 'The execution.';
comment on column ff_counted_work.lane_id is 'Its lane.';
comment on column ff_counted_work.submitters is 'The role that submitted it and the login of that role, as far as they have limits.';
comment on column ff_counted_work.byte_count is 'The size of its content.';

create table ff_submitter_entry (
    written_by xid8 not null,
    entry_id bigint generated always as identity,
    lane_id text not null,
    submitter text not null,
    execution_count bigint not null,
    byte_count bigint not null,
    submitted_at timestamptz,
    primary key (written_by, entry_id)
);

create index entry_of_submitter on ff_submitter_entry (lane_id, submitter, written_by);

comment on table ff_submitter_entry is 'Submissions and ends of executions that count for limits of submitters; append-only, trimmed.';
comment on column ff_submitter_entry.written_by is 'The transaction, by which a count tells whether it contains the entry.';
comment on column ff_submitter_entry.entry_id is 'Tells the entries of a transaction apart.';
comment on column ff_submitter_entry.lane_id is 'The lane.';
comment on column ff_submitter_entry.submitter is 'The submitter.';
comment on column ff_submitter_entry.execution_count is 'How many executions were submitted; negative: have ended.';
comment on column ff_submitter_entry.byte_count is 'Their size; negative for an end.';
comment on column ff_submitter_entry.submitted_at is 'When they were submitted; null for an end.';

create table ff_submitter_count (
    count_id bigint generated always as identity primary key,
    lane_id text not null,
    submitter text not null,
    unfinished_count bigint not null,
    unfinished_bytes bigint not null,
    period_began_at timestamptz,
    submission_count bigint not null,
    contained pg_snapshot not null,
    counted_by xid8 not null,
    last_entry_id bigint not null,
    seen_from xid8 not null
);

create index count_of_submitter on ff_submitter_count (lane_id, submitter, count_id);

comment on table ff_submitter_count is 'Counts of ff_submitter_entry by ticks; append-only, trimmed. The newest of a submitter counts.';
comment on column ff_submitter_count.count_id is 'The highest of a submitter is its newest.';
comment on column ff_submitter_count.lane_id is 'The lane.';
comment on column ff_submitter_count.submitter is 'The submitter.';
comment on column ff_submitter_count.unfinished_count is 'Executions that are not over.';
comment on column ff_submitter_count.unfinished_bytes is 'Their size.';
comment on column ff_submitter_count.period_began_at is 'The period of submission_count; null: submissions are not limited.';
comment on column ff_submitter_count.submission_count is 'Submissions in that period.';
comment on column ff_submitter_count.contained is 'The count contains the entries of transactions that had ended by this snapshot.';
comment on column ff_submitter_count.counted_by is 'The transaction that counted; the count does not contain its entries.';
comment on column ff_submitter_count.seen_from is 'Where the next tick begins to look for entries: the count before this one may not have seen them.';
comment on column ff_submitter_count.last_entry_id is 'The newest entry at that time: goes in the place of the snapshot in a copy of the database.';

-- Only submissions in older snapshots write here: a row that was changed since tells them so.
create table ff_submitter_mark (
    lane_id text not null,
    submitter text not null,
    changed_by xid8 not null,
    primary key (lane_id, submitter)
);

comment on table ff_submitter_mark is 'Submitters that have submitted in REPEATABLE READ, in lanes with limits.';
comment on column ff_submitter_mark.lane_id is 'The lane.';
comment on column ff_submitter_mark.submitter is 'The submitter.';
comment on column ff_submitter_mark.changed_by is 'The last such transaction.';
