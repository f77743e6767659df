begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
do $given$ begin perform pg_temp.make_events(); end $given$;
select f.last_value + 1 as first_id from flowfabric.ff_event_floor as f
\gset

do $given$ begin
    perform flowfabric.ff_create_consumer('c');
    perform flowfabric.ff_read_consumer('c', 3);
end $given$;
-- when a consumer acknowledges; then
select is(
    (select a from flowfabric.ff_ack_consumer('c', pg_temp.cursor(:first_id, 1)) as a),
    ('acked', 'c', pg_temp.cursor(:first_id, 1))::flowfabric.ff_acked_consumer,
    'it may acknowledge the first item of a page'
);
select is(
    pg_temp.told(flowfabric.ff_read_consumer('c', 2)),
    'acquired 2, completed 1',
    'its place is behind that item'
);
select is(
    (select a from flowfabric.ff_ack_consumer('c', pg_temp.cursor(:first_id)) as a),
    ('already_acked', 'c', pg_temp.cursor(:first_id, 1))::flowfabric.ff_acked_consumer,
    'an earlier cursor does not move it back'
);
select is(
    (flowfabric.ff_ack_consumer('c', pg_temp.cursor(:first_id, 1))).outcome,
    'already_acked',
    'the same acknowledgement again changes nothing'
);
select throws_ok(
    format($$select flowfabric.ff_ack_consumer('c', %L)$$, pg_temp.cursor(:first_id + 1, 2)),
    'ZF713',
    null,
    'a cursor beyond what was read is refused'
);
select is(
    pg_temp.error_of(
        format($$select flowfabric.ff_ack_consumer('c', %L)$$, pg_temp.cursor(:first_id + 1, 2))
    )
    -> 'detail' ->> 'read_cursor',
    pg_temp.cursor(:first_id + 1, 1),
    'the detail says up to which cursor was read'
);
select is(
    (flowfabric.ff_ack_consumer('c', pg_temp.cursor(:first_id + 1, 1))).outcome, 'acked',
    'that cursor is accepted'
);
select throws_ok(
    $$select flowfabric.ff_ack_consumer('d', pg_temp.cursor(1))$$,
    'ZF711', null, 'an unknown consumer is refused'
);

select * from finish();
rollback;
