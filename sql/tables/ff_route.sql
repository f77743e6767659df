-- A route is a list that claims read: the executions of one lane with the same requirements and the
-- same priority, in the order of their claimable_at.
--
-- Routes have no unique key on purpose, and no foreign key points here: two submitters that meet a
-- new combination at once each insert their own route, and neither waits for the other. The tick
-- merges the younger one into the older: its rows move over. When all transactions that submitted
-- there are gone, it is retired, and no claim looks into it any more; when all are gone that could
-- still read that it is in use, it is closed, and ticks look into it once in a round. It stays,
-- because finished executions name it.
create table ff_route (
    route_id integer generated always as identity primary key,
    lane_id text not null,
    required_capabilities text[] not null,
    priority integer not null,
    has_rules boolean not null default false,
    merged_into integer,
    merged_by xid8,
    merged_at timestamptz,
    readers text[],
    retired_at timestamptz,
    closed_at timestamptz,
    constraint merged_route_says_by_whom check ((merged_into is null) = (merged_by is null)),
    constraint retired_route_was_merged check (retired_at is null or merged_at is not null),
    constraint closed_route_was_retired check (closed_at is null or retired_at is not null)
);

create index ff_route_of_lane on ff_route (lane_id, priority desc);

create index ff_route_on_its_way_out on ff_route (route_id)
where merged_into is not null and closed_at is null;

comment on table ff_route is 'Interned (lane, required capabilities, priority); duplicates are legal.';
comment on column ff_route.route_id is 'The route, named by ff_exec_core.route_id.';
comment on column ff_route.lane_id is 'The lane.';
comment on column ff_route.required_capabilities is 'Sorted, distinct capabilities that a worker must have.';
comment on column ff_route.priority is 'Higher is claimed first.';
comment on column ff_route.has_rules is 'Its lane has limits or shares fairly: claims ask the lane.';
comment on column ff_route.merged_into is 'The older duplicate that replaces it; null: it is in use.';
comment on column ff_route.merged_by is 'The transaction that merged it.';
comment on column ff_route.merged_at is 'A moment at which the merge was committed.';
comment on column ff_route.readers is 'The transactions that were open then, and may see it without the merge.';
comment on column ff_route.retired_at is 'Since when claims need not look into it.';
comment on column ff_route.closed_at is 'Since when nothing can come into it any more.';
