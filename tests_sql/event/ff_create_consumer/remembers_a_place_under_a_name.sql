begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
do $given$ begin perform pg_temp.make_events(); end $given$;
select f.last_value + 1 as first_id from flowfabric.ff_event_floor as f
\gset

-- when a consumer is created; then
select is(
    (select c from flowfabric.ff_create_consumer('c', '{completed}') as c),
    ('created', 'c', pg_temp.cursor(:first_id))::flowfabric.ff_created_consumer,
    'it begins at the oldest event'
);
select is(
    pg_temp.told(flowfabric.ff_read_consumer('c')),
    'completed 1, completed 2, completed 3',
    'it reads the events that match its filter'
);
select is(
    (select c from flowfabric.ff_create_consumer('c', '{completed}') as c),
    ('exists', 'c', pg_temp.cursor(:first_id))::flowfabric.ff_created_consumer,
    'the same call again returns the same consumer'
);
select throws_ok(
    $$select flowfabric.ff_create_consumer('c', '{acquired}')$$, 'ZF712', null,
    'another filter under the same name is refused'
);
select is(
    pg_temp.error_of($$
        select flowfabric.ff_create_consumer('c', '{completed}', p_max_lag_ms => 5)
    $$) -> 'detail',
    '{
        "symbol": "consumer_conflict", "consumer": "c", "kinds": ["completed"],
        "namespace": null, "tag_key": null, "tag_value": null, "max_lag_ms": null
    }',
    'another p_max_lag_ms is refused; the detail says how the consumer was created'
);
select is(
    (
        select c.max_lag_ms
        from flowfabric.ff_list_consumers() as c
        where c.consumer = 'c'
    ),
    null,
    'the consumer stays as it was created'
);
select is(
    (flowfabric.ff_create_consumer('tail', p_cursor => '')).cursor,
    (flowfabric.ff_read_events()).next_cursor,
    'a consumer may begin behind the newest event'
);
select is(
    pg_temp.told(flowfabric.ff_read_consumer('tail')), 'nothing', 'it has nothing to read then'
);
select setval('flowfabric.ff_event_floor', :first_id) as floor
\gset
select throws_ok(
    format(
        $$select flowfabric.ff_create_consumer('old', p_cursor => %L)$$, pg_temp.cursor(:first_id)
    ),
    'ZF710', null, 'it may not begin where events were removed'
);

select * from finish();
rollback;
