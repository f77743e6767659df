-- The turns of keys in lanes that share fairly: the key whose last turn is longest ago is next.
-- Written by inserts only: two claims at a time do not wait for each other, and may both serve one
-- key. Ticks remove turns that newer turns of a key have replaced.
create table ff_fair_turn (
    turn_id bigint generated always as identity primary key,
    lane_id text not null,
    fairness_key text not null
);

create index last_fair_turn on ff_fair_turn (lane_id, fairness_key, turn_id);

comment on table ff_fair_turn is 'The turns of fairness keys in lanes that share fairly.';
comment on column ff_fair_turn.turn_id is 'Later turns have larger numbers.';
comment on column ff_fair_turn.lane_id is 'The lane.';
comment on column ff_fair_turn.fairness_key is 'The fairness key that was served.';
