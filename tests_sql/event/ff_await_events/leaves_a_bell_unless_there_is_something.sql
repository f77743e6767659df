begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
do $given$ begin perform pg_temp.make_events(); end $given$;
select f.last_value + 1 as first_id from flowfabric.ff_event_floor as f
\gset

-- when a reader waits behind a cursor; then
select is(
    (select w from flowfabric.ff_await_events(pg_temp.cursor(:first_id)) as w),
    (true, 'ff_events')::flowfabric.ff_event_wait,
    'behind an older cursor there are events'
);
select is_empty('select * from flowfabric.ff_event_bell', 'so no bell is left');
select is(
    (
        select w
        from flowfabric.ff_await_events((flowfabric.ff_read_events()).next_cursor) as w
    ),
    (false, 'ff_events')::flowfabric.ff_event_wait,
    'no event is newer yet'
);
select is((select count(*) from flowfabric.ff_event_bell), 1::bigint, 'a bell is left');
do $when$ begin
    perform flowfabric.ff_await_events((flowfabric.ff_read_events()).next_cursor);
end $when$;
select is(
    (select count(*) from flowfabric.ff_event_bell), 1::bigint,
    'one bell is enough for any number of readers'
);
set local search_path = flowfabric, public;
do $when$ begin perform _ring_event_bells(1000000); end $when$;
set constraints all immediate;
select is_empty(
    'select * from flowfabric.ff_event_bell',
    'when the events are committed, the watermark rings the bell'
);

select * from finish();
rollback;
