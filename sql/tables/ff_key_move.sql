-- Lanes whose idempotency keys move from the keys that all lanes share to keys of their own, because
-- the lane was restricted. A submission that is open at that moment still takes a shared key. Until
-- all such submissions have ended, submissions of the lane take both keys, so that one key never
-- makes two executions.
create table ff_key_move (
    lane_id text primary key,
    holders text[]
);

comment on table ff_key_move is 'Restricted lanes that some open transaction may still take for open.';
comment on column ff_key_move.lane_id is 'The lane.';
comment on column ff_key_move.holders is 'The holders of gate H when a tick had seen the restriction; null: no tick has.';
