begin;
select plan(17);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql

select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_register_worker(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, 'a-1', '{lane}'$$, '22004 p_worker_id'),
    ($$'a', null, '{lane}'$$, '22004 p_worker_instance_id'),
    ($$'a', 'a-1', null$$, '22004 p_lane_ids'),
    ($$'a', 'a-1', '{lane}', null$$, '22004 p_capabilities'),
    ($$'a', 'a-1', '{lane}', '{}', null$$, '22004 p_liveness_ttl_ms'),
    ($$'a', 'a-1', '{lane}', p_namespace => null$$, '22004 p_namespace'),
    ($$'', 'a-1', '{lane}'$$, '22023 p_worker_id'),
    ($$'a', 'a 1', '{lane}'$$, '22023 p_worker_instance_id'),
    ($$'a', 'a-1', '{""}'$$, '22023 p_lane_ids'),
    ($$'a', 'a-1', '{NULL}'$$, '22023 p_lane_ids'),
    ($$'a', 'a-1', array[repeat('l', 65)]$$, '22023 p_lane_ids'),
    ($$'a', 'a-1', '{lane}', '{"a,b"}'$$, '22023 p_capabilities'),
    ($$'a', 'a-1', '{lane}', '{}', 0$$, '22023 p_liveness_ttl_ms'),
    ($$'a', 'a-1', '{lane}', '{}', 86400001$$, '22023 p_liveness_ttl_ms'),
    ($$'a', 'a-1', '{lane}', p_namespace => ''$$, '22023 p_namespace')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    (flowfabric.ff_register_worker('a', 'a-1', '{}', '{}', 86400000)).outcome,
    'registered',
    'no lane and a ttl of a day are accepted'
);

select * from finish();
rollback;
