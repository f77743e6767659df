begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a reader that waits behind the end of a stream; when the next frame is committed
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim() as handle
\gset
select from flowfabric.ff_append_frame(:'handle', p_text => 'a');
select is(
    (flowfabric.ff_await_frames(pg_temp.id(1), 'end')).is_ready, false, 'there is no frame yet'
);
select from flowfabric.ff_append_frame(:'handle', p_text => 'b');
set constraints all immediate;
-- then
select is_empty('select * from flowfabric.ff_stream_bell', 'the frame wakes the reader');

select * from finish();
rollback;
