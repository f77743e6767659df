-- A route is a list that claims read: the executions of one lane with the same requirements and the
-- same priority, in the order of their claimable_at.
--
-- Routes have no unique key on purpose, and no foreign key points here: two submitters that meet a
-- new combination at once each insert their own route, and neither waits for the other. A tick
-- marks the younger one, and any route that nothing has been in for long: submitters do not use it
-- any more, and ticks move its rows to the route that they use. When all transactions that
-- submitted there are gone, it is retired, and no claim looks into it any more; when all are gone
-- that could still read that it is in use, it is closed, and ticks look into it once in a round.
-- Finished executions name it; ticks remove it when they have found none that does.
create table ff_route (
    route_id integer generated always as identity primary key,
    lane_id text not null,
    required_capabilities text[] not null,
    priority integer not null,
    has_rules boolean not null default false,
    empty_since timestamptz,
    merged_into integer,
    merged_by xid8,
    merged_at timestamptz,
    readers text[],
    retired_at timestamptz,
    closed_at timestamptz,
    constraint merged_route_says_by_whom check ((merged_into is null) = (merged_by is null)),
    constraint retired_route_was_merged check (retired_at is null or merged_at is not null),
    constraint closed_route_was_retired check (closed_at is null or retired_at is not null)
) with (fillfactor = 80);

-- for submissions and claims: routes that are retired cost them nothing
create index used_route_of_lane on ff_route (lane_id, priority desc, route_id)
where retired_at is null;

-- for ticks, which go from one route to the next
create index open_route on ff_route (route_id) where closed_at is null;

create index route_on_its_way_out on ff_route (lane_id)
where merged_into is not null and closed_at is null;

create index empty_route on ff_route (empty_since)
where empty_since is not null and merged_into is null;

create index route_of_lane on ff_route (lane_id collate "C");

comment on table ff_route is 'Interned (lane, required capabilities, priority); duplicates are legal.';
comment on column ff_route.route_id is 'The route, named by ff_exec_core.route_id.';
comment on column ff_route.lane_id is 'The lane.';
comment on column ff_route.required_capabilities is 'Sorted, distinct capabilities that a worker must have.';
comment on column ff_route.priority is 'Higher is claimed first.';
comment on column ff_route.has_rules is 'Its lane has limits or shares fairly: claims ask the lane.';
comment on column ff_route.empty_since is 'When a tick found nothing in it; null: it was in use when a tick last had to know.';
comment on column ff_route.merged_into is 'The older duplicate that replaces it; itself: it was empty for long, and the next submission makes another; null: it is in use.';
comment on column ff_route.merged_by is 'The transaction that merged it.';
comment on column ff_route.merged_at is 'A moment at which the merge was committed.';
comment on column ff_route.readers is 'The transactions that were open then, and may see it without the merge.';
comment on column ff_route.retired_at is 'Since when claims need not look into it.';
comment on column ff_route.closed_at is 'Since when nothing can come into it any more.';

-- Closed routes that no execution may name any more. Executions have no index by their route: ticks
-- pass through all of them for retention anyway, in the order of their key. A route that is in
-- doubt when a pass begins, and still when it ends, is named by no execution: nothing comes into a
-- closed route.
create table ff_route_doubt (
    doubt_id bigint generated always as identity (cache 1) primary key,
    route_id integer not null,
    pass_id uuid,
    removed_by xid8
);

create index doubt_of_route on ff_route_doubt (route_id);

create index removed_route on ff_route_doubt (doubt_id) where removed_by is not null;

create index doubt_of_pass on ff_route_doubt (pass_id) where pass_id is not null;

comment on table ff_route_doubt is 'Closed routes that no execution may name any more.';
comment on column ff_route_doubt.doubt_id is 'Order of the doubts.';
comment on column ff_route_doubt.route_id is 'The route.';
comment on column ff_route_doubt.pass_id is 'The pass through all executions that it waits for, see ff_retention_log; null: the next one.';
comment on column ff_route_doubt.removed_by is 'The transaction that removed the route: heads and turns of it may appear until all are gone that were open then.';
