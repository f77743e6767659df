begin;
select plan(15);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql

do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_claim_for_worker(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, 'a', 'a-1'$$, '22004 p_lane_id'),
    ($$'lane', null, 'a-1'$$, '22004 p_worker_id'),
    ($$'lane', 'a', null$$, '22004 p_worker_instance_id'),
    ($$'lane', 'a', 'a-1', null$$, '22004 p_capabilities'),
    ($$'lane', 'a', 'a-1', p_grant_ttl_ms => null$$, '22004 p_grant_ttl_ms'),
    ($$'', 'a', 'a-1'$$, '22023 p_lane_id'),
    ($$'lane', '', 'a-1'$$, '22023 p_worker_id'),
    ($$'lane', 'a', 'a 1'$$, '22023 p_worker_instance_id'),
    ($$'lane', 'a', 'a-1', '{"a,b"}'$$, '22023 p_capabilities'),
    ($$'lane', 'a', 'a-1', '{NULL}'$$, '22023 p_capabilities'),
    ($$'lane', 'a', 'a-1', p_grant_ttl_ms => 0$$, '22023 p_grant_ttl_ms'),
    ($$'lane', 'a', 'a-1', p_grant_ttl_ms => -1$$, '22023 p_grant_ttl_ms'),
    ($$'lane', 'a', 'a-1', p_grant_ttl_ms => 60001$$, '22023 p_grant_ttl_ms')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
select results_eq(
    $$
        select remaining_ms
        from flowfabric.ff_claim_for_worker('lane', 'a', 'a-1', p_grant_ttl_ms => 1)
    $$,
    $$values (1::bigint)$$,
    'a millisecond is accepted'
);

select * from finish();
rollback;
