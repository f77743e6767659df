begin;
select plan(16);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql

do $given$ begin perform pg_temp.submit(); end $given$;
select pg_temp.stored() as before
\gset

-- when one argument is bad, with work waiting; then
select
    is(
        pg_temp.refusal('select * from flowfabric.ff_claim_batch' || b.arguments),
        '22023 ' || b.argument,
        b.argument || ': ' || b.arguments
    )
from (
    values
    ('p_lane_id', $$('', 'a', 'a-1', 1)$$),
    ('p_lane_id', $$(repeat('x', 300), 'a', 'a-1', 1)$$),
    ('p_worker_id', $$('lane', 'worker a', 'a-1', 1)$$),
    ('p_worker_instance_id', $$('lane', 'a', '', 1)$$),
    ('p_limit', $$('lane', 'a', 'a-1', 0)$$),
    ('p_limit', $$('lane', 'a', 'a-1', -1)$$),
    ('p_limit', $$('lane', 'a', 'a-1', 10001)$$),
    ('p_capabilities', $$('lane', 'a', 'a-1', 1, array['a,b'])$$),
    ('p_capabilities', $$('lane', 'a', 'a-1', 1, array[null])$$),
    ('p_capabilities', $$('lane', 'a', 'a-1', 1, array[''])$$),
    ('p_lease_ttl_ms', $$('lane', 'a', 'a-1', 1, p_lease_ttl_ms => 0)$$),
    ('p_lease_ttl_ms', $$('lane', 'a', 'a-1', 1, p_lease_ttl_ms => -1)$$),
    ('p_lease_ttl_ms', $$('lane', 'a', 'a-1', 1, p_lease_ttl_ms => 86400001)$$),
    ('p_attempt_timeout_ms', $$('lane', 'a', 'a-1', 1, p_attempt_timeout_ms => 0)$$),
    ('p_attempt_timeout_ms', $$('lane', 'a', 'a-1', 1, p_attempt_timeout_ms => -1)$$)
) as b (argument, arguments);

select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
