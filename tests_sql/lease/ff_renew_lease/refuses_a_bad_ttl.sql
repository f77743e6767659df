begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/typed_calls.sql

select pg_temp.lease('a') as handle
\gset
select pg_temp.stored() as before
\gset

-- when the lease would last too short or too long; then
select
    is(
        pg_temp.refusal(pg_temp.typed_call(
            'ff_renew_lease', :'handle', format('p_lease_ttl_ms => %s', b.lease_ttl_ms)
        )),
        b.refusal,
        format('%s ms', b.lease_ttl_ms)
    )
from (
    values
    ('null', '22004 p_lease_ttl_ms'),
    ('0', '22023 p_lease_ttl_ms'),
    ('-1', '22023 p_lease_ttl_ms'),
    ('86400001', '22023 p_lease_ttl_ms')
) as b (lease_ttl_ms, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
