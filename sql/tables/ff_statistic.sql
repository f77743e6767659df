-- Counts of events since the installation, by kind: the counters of ff_metrics. A tick counts the
-- events that were proven since the last one (up to the watermark, so none is missed or counted
-- twice), adds them to the minutes of their lanes (ff_lane_minute), and appends a row with the new
-- sums. It locks the newest row: one tick at a time counts. A row is complete in itself, and the
-- newest counts.
--
-- Submissions write no event. They are counted along their ids, which begin with a time, by the
-- device of ff_clock_record: the mark was read before the holders of gate H were listed, and once
-- all of them have ended, every execution with a lower id is visible, or has a row in
-- ff_late_submission, or will never exist.
create table ff_statistic (
    counted_event_id bigint not null,
    statistic_id bigint generated always as identity (cache 1),
    counted_at timestamptz not null,
    counts jsonb not null,
    lane_counts jsonb not null,
    counted_below uuid not null,
    marked_at timestamptz not null,
    holders text[] not null,
    primary key (counted_event_id, statistic_id)
);

comment on table ff_statistic is 'Counters of events and submissions; append-only, trimmed.';
comment on column ff_statistic.counted_event_id is 'Every event up to this one is counted, and no other.';
comment on column ff_statistic.statistic_id is 'Tells rows apart that counted the same events; the highest is the newest.';
comment on column ff_statistic.counted_at is 'When.';
comment on column ff_statistic.counts is 'How many executions were concerned, by kind of event and outcome.';
comment on column ff_statistic.lane_counts is 'By lane and outcome, for fifty lanes, and for the others together: attempts that have ended.';
comment on column ff_statistic.counted_below is 'Every submission of a lower id is counted, unless it is in ff_late_submission, and no other.';
comment on column ff_statistic.marked_at is 'The mark of the clock that is proven next.';
comment on column ff_statistic.holders is 'Transactions that may still submit executions with ids below that mark.';

-- The numbers of a lane in a minute, for seven days. Each minute is a row of its own, which no
-- tick changes any more when the minute is over: a held snapshot keeps sixty versions at most.
create table ff_lane_minute (
    lane_id text not null,
    minute_at timestamptz not null,
    submitted bigint not null,
    started bigint not null,
    completed bigint not null,
    failed bigint not null,
    retried bigint not null,
    taken_over bigint not null,
    primary key (lane_id, minute_at)
) with (fillfactor = 50);

-- for what happened lately in all lanes, and for trimming
create index minute_of_all_lanes on ff_lane_minute (minute_at);

comment on table ff_lane_minute is 'Counts by lane and minute, from ticks; trimmed after seven days.';
comment on column ff_lane_minute.lane_id is 'The lane.';
comment on column ff_lane_minute.minute_at is 'The beginning of the minute.';
comment on column ff_lane_minute.submitted is 'Executions that were submitted.';
comment on column ff_lane_minute.started is 'Claims, other than takeovers.';
comment on column ff_lane_minute.completed is 'Executions that completed.';
comment on column ff_lane_minute.failed is 'Executions that failed or expired.';
comment on column ff_lane_minute.retried is 'Attempts that failed and left a retry.';
comment on column ff_lane_minute.taken_over is 'Claims of executions whose lease was lost.';

-- Submissions that cannot be counted along the ids, because the count may have passed them: the id
-- was given by the caller or made long before, or retention has removed the execution already. They
-- are counted when they are removed from here.
create table ff_late_submission (
    execution_id uuid primary key,
    lane_id text not null,
    submitted_at timestamptz not null
);

comment on table ff_late_submission is 'Submissions that ticks count one by one; removed when they are counted.';
comment on column ff_late_submission.execution_id is 'The execution.';
comment on column ff_late_submission.lane_id is 'Its lane.';
comment on column ff_late_submission.submitted_at is 'When it was submitted.';
