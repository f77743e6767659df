-- The keys with due work in lanes that share fairly, each behind those that waited when it came or
-- was served last. The table decides in which order work is taken, never whether: a claim that
-- finds nothing here takes the work that is due longest. Ticks enter missing keys.
--
-- Written by inserts, and the latest row of a key counts: claims wait for no lock, two at a time
-- may serve one key, and an open one hides none. A key without due work leaves in steps, as a route
-- does: a claim writes that it left, and a tick looks again when all are gone who may have
-- submitted in the belief that it waits.
create table ff_fair_turn (
    turn_id bigint generated always as identity primary key,
    route_id integer not null,
    fairness_key text not null,
    is_left boolean not null default false,
    from_at timestamptz not null default '-infinity',
    entered_by text,
    holders text[]
);

create index waiting_fair_turn on ff_fair_turn (route_id, turn_id) where not is_left;

create index left_fair_turn on ff_fair_turn (route_id, turn_id) where is_left;

create index waiting_fair_turn_of_submitter on ff_fair_turn (route_id, entered_by)
where not is_left and entered_by is not null;

create index fair_turn_of_key on ff_fair_turn (route_id, fairness_key, turn_id);

comment on table ff_fair_turn is 'The fairness keys that wait for a turn, in lanes that share fairly.';
comment on column ff_fair_turn.turn_id is 'The smallest is next; of one key, the largest counts.';
comment on column ff_fair_turn.route_id is 'The route of its work.';
comment on column ff_fair_turn.fairness_key is 'The key that waits, or has left.';
comment on column ff_fair_turn.is_left is 'The key had no due work when a claim looked.';
comment on column ff_fair_turn.from_at is 'Where its next work is likely to begin; work below is found later.';
comment on column ff_fair_turn.entered_by is 'The submitter of the key, in a lane that bounds the keys of one submitter.';
comment on column ff_fair_turn.holders is 'The holders of gate H when a tick had seen that.';

-- Where claims begin to look for turns, and ticks for keys that have none. The newest of a route
-- counts; ticks remove the others.
create table ff_fair_sweep (
    sweep_id bigint generated always as identity primary key,
    route_id integer not null,
    first_turn_id bigint not null,
    first_left_id bigint not null,
    recent_to timestamptz not null,
    round_to timestamptz,
    round_key text
);

create index newest_fair_sweep on ff_fair_sweep (route_id, sweep_id);

comment on table ff_fair_sweep is 'How far ticks have looked for keys without a turn.';
comment on column ff_fair_sweep.sweep_id is 'The largest of a route is its newest.';
comment on column ff_fair_sweep.route_id is 'The route.';
comment on column ff_fair_sweep.first_turn_id is 'The first turn that waited; a hint, which later ticks correct.';
comment on column ff_fair_sweep.first_left_id is 'The first that had left, likewise.';
comment on column ff_fair_sweep.recent_to is 'Up to this moment the tick has looked at what came due.';
comment on column ff_fair_sweep.round_key is 'The last key of a round that goes by keys, because more is due at one moment than a tick looks at; null: it goes by moments.';
comment on column ff_fair_sweep.round_to is 'How far the round through all that is due has come; null: it begins anew.';
