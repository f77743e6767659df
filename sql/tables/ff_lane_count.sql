-- How many executions of each lane wait, run or are due later. Ticks count them now and then,
-- because a lane may have millions. Append-only, trimmed; the newest row of a lane counts.
create table ff_lane_count (
    count_id bigint generated always as identity (cache 1) primary key,
    lane_id text not null,
    counted_at timestamptz not null,
    last_event_id bigint not null,
    counts jsonb not null,
    is_at_least boolean not null
);

create index count_of_lane on ff_lane_count (lane_id, count_id);

-- for ticks: whether a lane is to be counted again
create index oldest_lane_count on ff_lane_count (last_event_id);

comment on table ff_lane_count is 'Counts of executions by lane and public state, from ticks.';
comment on column ff_lane_count.count_id is 'The highest of a lane is the newest.';
comment on column ff_lane_count.lane_id is 'The lane.';
comment on column ff_lane_count.counted_at is 'When it was counted.';
comment on column ff_lane_count.last_event_id is 'The newest event at that time: while it is the newest, nothing has changed but by submissions and time.';
comment on column ff_lane_count.counts is 'The number of executions by public state, those with a due time only.';
comment on column ff_lane_count.is_at_least is 'There were more than were counted.';
