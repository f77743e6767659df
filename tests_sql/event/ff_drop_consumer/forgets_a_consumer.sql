begin;
select plan(5);
\ir ../../lib/errors.sql

do $given$ begin perform flowfabric.ff_create_consumer('c'); end $given$;
select is(flowfabric.ff_drop_consumer('c'), true, 'it is dropped');
select is_empty('select * from flowfabric.ff_list_consumers()', 'then it is gone');
select is(flowfabric.ff_drop_consumer('c'), false, 'once more there is none');
select is(
    pg_temp.refusal('select flowfabric.ff_drop_consumer(null)'), '22004 p_consumer',
    'which one has to be said'
);
select is(
    (flowfabric.ff_create_consumer('c', '{completed}')).outcome, 'created',
    'the name is free for another filter'
);

select * from finish();
rollback;
