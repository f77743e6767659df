-- The only triggers: PostgreSQL has no other way to run code at the end of a transaction.
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
