-- A lane needs no registration: submitting to a name makes it. A row here holds what was said
-- about the lane. (Submitting must not insert it: two first submitters would wait for each other.)
create table ff_lane (
    lane_id text primary key,
    state ff_lane_state not null default 'active',
    default_policy jsonb,
    options jsonb not null default '{}',
    registered_at timestamptz not null,
    updated_at timestamptz not null
);

comment on table ff_lane is 'What was said about a lane; lanes without a row have the defaults.';
comment on column ff_lane.lane_id is 'Name of the lane.';
comment on column ff_lane.state is 'Whether it accepts submissions and hands out work.';
comment on column ff_lane.default_policy is 'Policy of submissions that leave a key of theirs out.';
comment on column ff_lane.options is 'Options of the lane.';
comment on column ff_lane.registered_at is 'When it was first registered.';
comment on column ff_lane.updated_at is 'When it was last changed.';
