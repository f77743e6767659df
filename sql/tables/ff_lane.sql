-- A lane needs no registration: submitting to a name makes it. A row here has its registration,
-- state and rights. (Submitting must not insert it: two first submitters would wait for each
-- other.)
create table ff_lane (
    lane_id text primary key,
    state ff_lane_state not null default 'active',
    default_policy jsonb,
    options jsonb not null default '{}',
    is_restricted boolean not null default false,
    restricted_by name,
    has_submitter_limits boolean not null default false,
    registered_at timestamptz not null,
    updated_at timestamptz not null
);

create index restricted_lane on ff_lane (lane_id) where is_restricted;

-- for lists, in the order of bytes
create index lane_in_order on ff_lane (lane_id collate "C");

-- for the view of executions, which asks whether the lane of a row is closed
create index closed_lane on ff_lane (lane_id) where state in ('paused', 'disabled');

-- for ticks, which look whether submissions must look at lanes
create index lane_of_careful_submissions on ff_lane (lane_id)
where state in ('draining', 'disabled') or default_policy is not null or has_submitter_limits;

comment on table ff_lane is 'The settings of a lane; lanes without a row have the defaults.';
comment on column ff_lane.lane_id is 'Name of the lane.';
comment on column ff_lane.state is 'Whether it accepts submissions and hands out work.';
comment on column ff_lane.default_policy is 'Policy of submissions that leave a key of theirs out.';
comment on column ff_lane.options is 'Options of the lane.';
comment on column ff_lane.is_restricted is 'Whether only the roles that ff_lane_grant names may act in it; operators, too, before its first grant.';
comment on column ff_lane.restricted_by is 'The role that made the first grant, and may make and revoke others; null: there was no grant yet.';
comment on column ff_lane.has_submitter_limits is 'Whether ff_submitter_limit has a row of it.';
comment on column ff_lane.registered_at is 'When it was first registered.';
comment on column ff_lane.updated_at is 'When it was last changed.';
