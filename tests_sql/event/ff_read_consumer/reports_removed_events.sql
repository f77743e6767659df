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
    $$select flowfabric.ff_read_consumer('c')$$, 'ZF710', null, 'it was left behind, and is told'
);
select lives_ok(
    format($$select flowfabric.ff_ack_consumer('c', %L)$$, pg_temp.cursor(:first_id + 1)),
    'it may go on where there is no gap'
);

-- when it had read less than is gone; then
do $given$ begin perform flowfabric.ff_create_consumer('slow', p_max_lag_ms => 1); end $given$;
select setval('flowfabric.ff_event_floor', :first_id + 2) as floor
\gset
select is(
    pg_temp.error_of($$select flowfabric.ff_read_consumer('slow')$$)
    #>> '{detail,oldest_cursor}',
    pg_temp.cursor(:first_id + 3),
    'one that was left behind with what it has not read is told where events begin'
);
select throws_ok(
    format($$select flowfabric.ff_ack_consumer('slow', %L)$$, pg_temp.cursor(:first_id + 3, 1)),
    'ZF713',
    null,
    'it may not go further than that'
);
select is(
    (select a from flowfabric.ff_ack_consumer('slow', pg_temp.cursor(:first_id + 3)) as a),
    ('acked', 'slow', pg_temp.cursor(:first_id + 3))::flowfabric.ff_acked_consumer,
    'but there it may go'
);
select is(
    pg_temp.told(flowfabric.ff_read_consumer('slow')), 'completed 3', 'and reads what there is'
);
select is(
    (
        select c.read_cursor
        from flowfabric.ff_list_consumers() as c
        where c.consumer = 'slow'
    ),
    pg_temp.cursor(:first_id + 4),
    'as any other'
);

-- when one had read the first item of a batch that is gone, and acknowledges the second; then
select is(
    (select a from flowfabric.ff_ack_consumer('late', pg_temp.cursor(:first_id, 2)) as a),
    ('acked', 'late', pg_temp.cursor(:first_id, 2))::flowfabric.ff_acked_consumer,
    'an acknowledgement inside a batch that is gone is accepted'
);
select is(
    (
        select c.read_cursor
        from flowfabric.ff_list_consumers() as c
        where c.consumer = 'late'
    ),
    pg_temp.cursor(:first_id, 2),
    'and its items count as read'
);

select * from finish();
rollback;
