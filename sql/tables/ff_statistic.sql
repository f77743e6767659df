-- Counts of events since the installation, by kind: the counters of ff_metrics. A tick counts the
-- events that were proven since the last tick (up to the watermark, so none is missed or counted
-- twice) and writes the new sums. Append-only, and each row is complete in itself: two ticks at
-- once, or one that is rolled back, leave no wrong row behind. The one that counted furthest is the
-- newest.
create table ff_statistic (
    counted_event_id bigint not null,
    statistic_id bigint generated always as identity (cache 1),
    counted_at timestamptz not null,
    counts jsonb not null,
    primary key (counted_event_id, statistic_id)
);

comment on table ff_statistic is 'Counters of events, by kind; append-only, trimmed.';
comment on column ff_statistic.counted_event_id is 'Every event up to this one is counted, and no other.';
comment on column ff_statistic.statistic_id is 'Tells rows apart that counted the same.';
comment on column ff_statistic.counted_at is 'When.';
comment on column ff_statistic.counts is 'How many executions were concerned, by kind of event and outcome.';
