begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim() as handle
\gset
select pg_temp.id(1) as id
\gset

select is(
    (select w from flowfabric.ff_await_frames(:'id') as w),
    (false, 'ff_frames')::flowfabric.ff_event_wait, 'there is nothing'
);
select from flowfabric.ff_await_frames(:'id');
select is((select count(*) from flowfabric.ff_stream_bell), 1::bigint, 'there is one bell');
select from flowfabric.ff_append_frame(:'handle', p_text => 'a');
select is((select count(*) from flowfabric.ff_stream_bell), 1::bigint, 'a frame does not ring it');
set constraints all immediate;
select is_empty(
    'select * from flowfabric.ff_stream_bell', 'until its transaction commits'
);
select is((flowfabric.ff_await_frames(:'id')).is_ready, true, 'there is something');
select is(
    (flowfabric.ff_await_frames(:'id', '1893499200000-0')).is_ready, false, 'but not behind it'
);
select from flowfabric.ff_complete(:'handle');
select is(
    (flowfabric.ff_await_frames(:'id', '1893499200000-0')).is_ready, true,
    'what is closed need not be waited for'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_await_frames(%L, %L)', :'id', 'x')),
    '22023 p_after', 'a position that is none'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_await_frames(%L, null, -1)', :'id')),
    '22023 p_attempt_index', 'an attempt that cannot be'
);

select * from finish();
rollback;
