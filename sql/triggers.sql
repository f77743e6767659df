-- At the end of a transaction: PostgreSQL has no other way to run code there.
create constraint trigger tick_at_commit
after insert on ff_tick_request
deferrable initially deferred
for each row execute function _tick_at_commit();

comment on trigger tick_at_commit on ff_tick_request is 'Runs the tick that a claim asked for.';

create constraint trigger ring_at_commit
after insert on ff_ring_request
deferrable initially deferred
for each row execute function _ring_at_commit();

comment on trigger ring_at_commit on ff_ring_request is
'Wakes workers and readers that sleep, if the transaction has something for them.';

create constraint trigger ring_for_frame_at_commit
after insert on ff_stream_frame
deferrable initially deferred
for each row execute function _ring_for_frame_at_commit();

comment on trigger ring_for_frame_at_commit on ff_stream_frame is
'Looks for readers of the stream that sleep: at the commit, for some may have begun to since.';

-- Before every change of a row that a switch is about (tables/ff_switch.sql), whoever makes it. Of
-- rows: logical replication fires no trigger of a statement. Always: also where a restore or a
-- replica turns other triggers off.
create trigger switch_on
before insert or update or delete on ff_lane
for each row execute function _switch_on();

alter table ff_lane enable always trigger switch_on;

comment on trigger switch_on on ff_lane is 'Claims, holders and submissions look at lanes.';

create trigger switch_on
before insert or update or delete on ff_meta
for each row execute function _switch_on();

alter table ff_meta enable always trigger switch_on;

comment on trigger switch_on on ff_meta is 'The setting of lanes without grants may change.';
