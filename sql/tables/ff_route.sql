-- A route is what a claim walks: the executions of one lane with the same requirements and the
-- same priority, in the order of their claimable_at.
--
-- There is deliberately no unique key, and no foreign key points here: two submitters that meet
-- a new combination at once each insert their own route, and neither waits for the other.
create table ff_route (
    route_id integer generated always as identity primary key,
    lane_id text not null,
    required_capabilities text[] not null,
    priority integer not null
);

create index ff_route_of_lane on ff_route (lane_id, priority desc);

comment on table ff_route is 'Interned (lane, required capabilities, priority); duplicates are legal.';
comment on column ff_route.route_id is 'What ff_exec_core.route_id names.';
comment on column ff_route.lane_id is 'The lane.';
comment on column ff_route.required_capabilities is 'Sorted, distinct capabilities that a worker must have.';
comment on column ff_route.priority is 'Higher is claimed first.';
