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

do $given$ begin
    perform flowfabric.ff_create_consumer('c', p_max_lag_ms => 1);
    perform flowfabric.ff_read_consumer('c');
    perform flowfabric.ff_create_consumer('late', p_max_lag_ms => 1);
    perform flowfabric.ff_read_consumer('late', 1);
end $given$;
select setval('flowfabric.ff_event_floor', :first_id) as floor
\gset
select throws_ok(
    $$select flowfabric.ff_read_consumer('c')$$, 'ZF710', null,
    'a consumer whose unread events were removed gets an error'
);
select lives_ok(
    format($$select flowfabric.ff_ack_consumer('c', %L)$$, pg_temp.cursor(:first_id + 1)),
    'it may acknowledge the cursor behind the gap'
);

-- when a consumer had read less than was removed; then
do $given$ begin perform flowfabric.ff_create_consumer('slow', p_max_lag_ms => 1); end $given$;
select setval('flowfabric.ff_event_floor', :first_id + 2) as floor
\gset
select is(
    pg_temp.error_of($$select flowfabric.ff_read_consumer('slow')$$)
    #>> '{detail,oldest_cursor}',
    pg_temp.cursor(:first_id + 3),
    'the error says where events begin'
);
select throws_ok(
    format($$select flowfabric.ff_ack_consumer('slow', %L)$$, pg_temp.cursor(:first_id + 3, 1)),
    'ZF713',
    null,
    'it may not acknowledge a cursor beyond that'
);
select is(
    (select a from flowfabric.ff_ack_consumer('slow', pg_temp.cursor(:first_id + 3)) as a),
    ('acked', 'slow', pg_temp.cursor(:first_id + 3))::flowfabric.ff_acked_consumer,
    'it may acknowledge that cursor'
);
select is(
    pg_temp.told(flowfabric.ff_read_consumer('slow')), 'completed 3',
    'it reads the events behind it'
);
select is(
    (
        select c.read_cursor
        from flowfabric.ff_list_consumers() as c
        where c.consumer = 'slow'
    ),
    pg_temp.cursor(:first_id + 4),
    'it reads on as any other consumer'
);

-- when a consumer had read the first item of a batch that was removed, and acknowledges the second;
-- then
select is(
    (select a from flowfabric.ff_ack_consumer('late', pg_temp.cursor(:first_id, 2)) as a),
    ('acked', 'late', pg_temp.cursor(:first_id, 2))::flowfabric.ff_acked_consumer,
    'the acknowledgement inside the removed batch is accepted'
);
select is(
    (
        select c.read_cursor
        from flowfabric.ff_list_consumers() as c
        where c.consumer = 'late'
    ),
    pg_temp.cursor(:first_id, 2),
    'the items of the batch count as read'
);

select * from finish();
rollback;
