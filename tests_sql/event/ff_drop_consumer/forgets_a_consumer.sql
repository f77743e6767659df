begin;
select plan(5);
\ir ../../lib/errors.sql

do $given$ begin perform flowfabric.ff_create_consumer('c'); end $given$;
select is(flowfabric.ff_drop_consumer('c'), true, 'the consumer is dropped');
select is_empty('select * from flowfabric.ff_list_consumers()', 'it is not listed any more');
select is(flowfabric.ff_drop_consumer('c'), false, 'dropping it again finds no consumer');
select is(
    pg_temp.refusal('select flowfabric.ff_drop_consumer(null)'), '22004 p_consumer',
    'the name is required'
);
select is(
    (flowfabric.ff_create_consumer('c', '{completed}')).outcome, 'created',
    'the name may be used for another filter'
);

select * from finish();
rollback;
