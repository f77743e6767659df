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

-- when somebody waits behind what there is; then
select is(
    (select w from flowfabric.ff_await_events(pg_temp.cursor(:first_id)) as w),
    (true, 'ff_events')::flowfabric.ff_event_wait,
    'there are events already'
);
select is_empty('select * from flowfabric.ff_event_bell', 'nobody has to ring');
select is(
    (
        select w
        from flowfabric.ff_await_events((flowfabric.ff_read_events()).next_cursor) as w
    ),
    (false, 'ff_events')::flowfabric.ff_event_wait,
    'there are none yet'
);
select is((select count(*) from flowfabric.ff_event_bell), 1::bigint, 'there is a bell');
do $when$ begin
    perform flowfabric.ff_await_events((flowfabric.ff_read_events()).next_cursor);
end $when$;
select is(
    (select count(*) from flowfabric.ff_event_bell), 1::bigint, 'one is enough for any number'
);
set local search_path = flowfabric, public;
do $when$ begin perform _ring_event_bells(1000000); end $when$;
set constraints all immediate;
select is_empty(
    'select * from flowfabric.ff_event_bell', 'the watermark rings it when that is committed'
);

select * from finish();
rollback;
