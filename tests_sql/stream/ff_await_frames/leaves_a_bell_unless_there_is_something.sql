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
    (false, 'ff_frames')::flowfabric.ff_event_wait, 'there is no frame'
);
select from flowfabric.ff_await_frames(:'id');
select is((select count(*) from flowfabric.ff_stream_bell), 1::bigint, 'a bell is left');
select from flowfabric.ff_append_frame(:'handle', p_text => 'a');
select is(
    (select count(*) from flowfabric.ff_stream_bell), 1::bigint,
    'an open frame does not ring it'
);
set constraints all immediate;
select is_empty(
    'select * from flowfabric.ff_stream_bell', 'its commit does'
);
select is((flowfabric.ff_await_frames(:'id')).is_ready, true, 'there is a frame');
select is(
    (flowfabric.ff_await_frames(:'id', '1893499200000-0')).is_ready, false,
    'no frame is newer'
);
select from flowfabric.ff_complete(:'handle');
select is(
    (flowfabric.ff_await_frames(:'id', '1893499200000-0')).is_ready, true,
    'a closed stream need not be waited for'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_await_frames(%L, %L)', :'id', 'x')),
    '22023 p_after', 'a malformed position is refused'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_await_frames(%L, null, -1)', :'id')),
    '22023 p_attempt_index', 'a negative attempt is refused'
);

select * from finish();
rollback;
