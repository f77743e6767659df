-- Lanes that were restricted, and whose idempotency keys move from the keys that all lanes share to
-- keys of their own. A submission that is open at that moment still takes a shared key. Until all
-- such submissions have ended, submissions of the lane take both keys, so that one key never makes
-- two executions.
create table ff_key_move (
    lane_id text primary key,
    holders text[]
);

comment on table ff_key_move is 'Restricted lanes whose submissions take two keys, because an open transaction may have taken the lane for open.';
comment on column ff_key_move.lane_id is 'The lane.';
comment on column ff_key_move.holders is 'The holders of gate H when a tick had seen the restriction; null: no tick has.';
