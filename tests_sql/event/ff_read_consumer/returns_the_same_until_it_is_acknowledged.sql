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

do $given$ begin perform flowfabric.ff_create_consumer('c'); end $given$;
-- when a consumer is read; then
select is(
    pg_temp.told(flowfabric.ff_read_consumer('c', 3)),
    'acquired 1, acquired 2, completed 1', 'it reads the first events'
);
select is(
    pg_temp.told(flowfabric.ff_read_consumer('c', 3)),
    'acquired 1, acquired 2, completed 1', 'it reads them again, until they are acknowledged'
);
do $when$ begin
    perform flowfabric.ff_ack_consumer('c', (flowfabric.ff_read_consumer('c', 3)).next_cursor);
end $when$;
select is(
    pg_temp.told(flowfabric.ff_read_consumer('c', 3)),
    'completed 2, acquired 3, completed 3', 'then it reads on, also inside a batch'
);
select is(
    pg_temp.told(flowfabric.ff_read_consumer('c', 0)), 'nothing', 'a page of 0 is empty'
);
select throws_ok(
    $$select flowfabric.ff_read_consumer('d')$$, 'ZF711', null,
    'an unknown consumer is refused'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_read_consumer('c', null)$$), '22004 p_limit',
    'a null limit is refused'
);

select * from finish();
rollback;
