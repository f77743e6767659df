-- The claim head of a route: nothing claimable lies below it, so a claim begins to look there.
--
-- Dead index entries pile up where work was taken from; while a session holds a snapshot, they
-- cannot be removed, and a claim that begins at the first of them reads past all. The head lets it
-- begin behind them. Append-only: a row updated fifty times a second would itself become such a
-- pile. The newest head counts, by era and then by head_id: a proof from before the clock was set
-- back means nothing after it. No row at all means -infinity.
create table ff_head (
    route_id integer not null,
    era bigint not null,
    head_id bigint generated always as identity (cache 1),
    head_at timestamptz not null,
    primary key (route_id, era, head_id)
);

comment on table ff_head is 'Lower bounds of claimable_at, by route; the newest counts.';
comment on column ff_head.route_id is 'The route.';
comment on column ff_head.era is 'The era of the proof; a head of the newest counts.';
comment on column ff_head.head_id is 'The highest of a route and an era is the newest.';
comment on column ff_head.head_at is 'No claimable row of the route is below, but for those that are listed as debts.';
