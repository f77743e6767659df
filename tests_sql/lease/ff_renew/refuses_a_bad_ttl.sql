begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql

select pg_temp.lease('a') as handle
\gset
select pg_temp.stored() as before
\gset

-- when the lease would last too short or too long; then
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_renew(%L, %s)', :'handle', t.lease_ttl_ms)),
        '22023 p_lease_ttl_ms',
        format('%s ms', t.lease_ttl_ms)
    )
from (values (0), (-1), (86400001)) as t (lease_ttl_ms);
select is(pg_temp.stored(), :'before', 'nothing was written');

select is(
    (flowfabric.ff_renew(:'handle', 86400000)).lease_remaining_ms,
    86400000::bigint,
    'a day is allowed'
);
select is((flowfabric.ff_renew(:'handle', 1)).lease_remaining_ms, 1::bigint, 'and a millisecond');

select * from finish();
rollback;
