begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql

select pg_temp.lease('a') as handle
\gset
select pg_temp.stored() as before
\gset

-- when the array or the ttl is bad; then the call as a whole is refused
select
    is(
        pg_temp.refusal(
            format('select * from flowfabric.ff_renew_batch(%s)', format(b.arguments, :'handle'))
        ),
        b.refusal,
        b.description
    )
from (
    values
    ('22004 p_handles', 'null', 'null'),
    ('22023 p_handles', 'array[array[%L]]', 'handles of two dimensions'),
    ('22023 p_handles', 'array_fill(%L::text, array[10001])', '10001 handles'),
    ('22023 p_lease_ttl_ms', 'array[%L], 0', 'a ttl of 0 ms'),
    ('22023 p_lease_ttl_ms', 'array[%L], -1', 'a negative ttl'),
    ('22023 p_lease_ttl_ms', 'array[%L], 86400001', 'a ttl of more than a day')
) as b (refusal, arguments, description);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    (select r.outcome from flowfabric.ff_renew_batch(array[:'handle'], 86400000) as r),
    'renewed',
    'a day is allowed'
);

select * from finish();
rollback;
