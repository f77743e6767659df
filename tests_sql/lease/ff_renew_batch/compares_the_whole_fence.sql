begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/handles.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a lease; when a handle with a part of its fence changed is renewed; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
select pg_temp.stored() as before
\gset
select
    is(
        (
            select r.outcome || ' ' || r.error_code
            from flowfabric.ff_renew_batch(array[t.handle]) as r
        ),
        'stale_lease ZF102',
        t.description
    )
from pg_temp.tampered_handles(:'handle') as t;
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
