begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql

do $given$ begin perform pg_temp.submit(); end $given$;
select pg_temp.stored() as before
\gset

-- when an argument that needs a value is null; then
select
    is(
        pg_temp.refusal('select * from flowfabric.ff_claim_batch' || n.arguments),
        '22004 ' || n.argument,
        n.argument
    )
from (
    values
    ('p_lane_id', $$(null, 'a', 'a-1', 1)$$),
    ('p_worker_id', $$('lane', null, 'a-1', 1)$$),
    ('p_worker_instance_id', $$('lane', 'a', null, 1)$$),
    ('p_limit', $$('lane', 'a', 'a-1', null)$$),
    ('p_capabilities', $$('lane', 'a', 'a-1', 1, null)$$),
    ('p_lease_ttl_ms', $$('lane', 'a', 'a-1', 1, p_lease_ttl_ms => null)$$)
) as n (argument, arguments);
select is(pg_temp.stored(), :'before', 'nothing was written');

select results_eq(
    $$
        select lease_remaining_ms
        from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10000, p_attempt_timeout_ms => null)
    $$,
    'values (30000::bigint)',
    'a null attempt timeout is accepted; the highest limit is 10000'
);

select * from finish();
rollback;
