begin;
select plan(7);
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
        pg_temp.refusal('select * from flowfabric.ff_claim' || n.arguments),
        '22004 ' || n.argument,
        n.argument
    )
from (
    values
    ('p_lane_id', $$(null, 'a', 'a-1')$$),
    ('p_worker_id', $$('lane', null, 'a-1')$$),
    ('p_worker_instance_id', $$('lane', 'a', null)$$),
    ('p_capabilities', $$('lane', 'a', 'a-1', null)$$),
    ('p_lease_ttl_ms', $$('lane', 'a', 'a-1', p_lease_ttl_ms => null)$$)
) as n (argument, arguments);
select is(pg_temp.stored(), :'before', 'nothing was written');

select is(
    (
        select c.lease_remaining_ms
        from flowfabric.ff_claim('lane', 'a', 'a-1', p_attempt_timeout_ms => null) as c
    ),
    30000::bigint,
    'a null attempt timeout is accepted'
);

select * from finish();
rollback;
