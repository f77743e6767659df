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
    (select a from flowfabric.ff_ack_consumer('c', format('e1:%s:1', :first_id)) as a),
    ('acked', 'c', format('e1:%s:1', :first_id))::flowfabric.ff_acked_consumer,
    'it may be the first item of a page'
);
select is(
    pg_temp.told(flowfabric.ff_read_consumer('c', 2)),
    'acquired 2, completed 1',
    'it is behind that'
);
select is(
    (select a from flowfabric.ff_ack_consumer('c', format('e1:%s:0', :first_id)) as a),
    ('already_acked', 'c', format('e1:%s:1', :first_id))::flowfabric.ff_acked_consumer,
    'it does not go back'
);
select is(
    (flowfabric.ff_ack_consumer('c', format('e1:%s:1', :first_id))).outcome,
    'already_acked',
    'sent again it changes nothing'
);
select throws_ok(
    format($$select flowfabric.ff_ack_consumer('c', 'e1:%s:2')$$, :first_id + 1), 'ZF713', null,
    'nor is what was not read acknowledged'
);
select is(
    pg_temp.error_of(format($$select flowfabric.ff_ack_consumer('c', 'e1:%s:2')$$, :first_id + 1))
    -> 'detail' ->> 'read_cursor',
    format('e1:%s:1', :first_id + 1),
    'the detail says up to where'
);
select is(
    (flowfabric.ff_ack_consumer('c', format('e1:%s:1', :first_id + 1))).outcome, 'acked', 'that is'
);
select throws_ok(
    $$select flowfabric.ff_ack_consumer('d', 'e1:1:0')$$, 'ZF711', null, 'there is no other'
);

select * from finish();
rollback;
