create table ff_tick_log (
    tick_id bigint generated always as identity (cache 1) primary key,
    ticked_at timestamptz not null,
    debt_cursor bigint not null,
    route_cursor integer not null,
    round_began_at timestamptz not null,
    lapses_from timestamptz not null,
    next_lapses_from timestamptz not null,
    lease_writers text[] not null,
    era bigint not null,
    next_job integer not null,
    lapse_place _place,
    left_more boolean not null,
    has_more boolean not null,
    seen_route_id bigint not null,
    is_idle_look boolean not null,
    next_idle_look_at timestamptz not null,
    idle_look_event bigint not null
);

comment on table ff_tick_log is 'When maintenance ran; append-only, trimmed. Claims look here.';
comment on column ff_tick_log.tick_id is 'The highest is the newest.';
comment on column ff_tick_log.ticked_at is 'When.';
comment on column ff_tick_log.debt_cursor is 'The debt after which the next tick goes on.';
comment on column ff_tick_log.route_cursor is 'The route after which the next tick goes on.';
comment on column ff_tick_log.round_began_at is 'When the routes were begun with, the last time.';
comment on column ff_tick_log.lapses_from is 'Leases that lapsed before are noted or have a debt, in the routes after the cursor as in the others.';
comment on column ff_tick_log.next_lapses_from is 'The same, after the end of the round.';
comment on column ff_tick_log.lease_writers is 'Transactions that were writing events or held gate H when the round began: they may have given leases, or moved what lapsed.';
comment on column ff_tick_log.next_job is 'The number of the job with which the next tick goes on: the time of this one was over.';
comment on column ff_tick_log.lapse_place is 'How far its look for lapsed leases has come in these routes; null: to their end.';
comment on column ff_tick_log.left_more is 'Whether a job before that one has left work: the last tick that goes through the jobs tells so.';
comment on column ff_tick_log.has_more is 'Whether the next tick comes soon, because there is more to do.';
comment on column ff_tick_log.seen_route_id is 'The newest route when it began.';
comment on column ff_tick_log.is_idle_look is 'Whether this round looks for routes that are empty.';
comment on column ff_tick_log.next_idle_look_at is 'From when on a round looks for them again.';
comment on column ff_tick_log.idle_look_event is 'The newest event that was certain when the last such round began: routes in which nothing has happened since are as it saw them.';
comment on column ff_tick_log.era is 'The era when the tick began. In a later one nothing counts of what a round has proven.';

-- Counts claims, to let one in 64 advance a head: a sequence is neither transactional nor bloats.
create sequence ff_claim_count cache 1;

comment on sequence ff_claim_count is 'Counts claims; every 64th advances a claim head.';
