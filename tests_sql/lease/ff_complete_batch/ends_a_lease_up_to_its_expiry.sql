begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given leases of 30 s and of 30 s and a millisecond; when all are completed just after 30 s; then
select pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 2) as n;
create temporary table held as
select
    s.n,
    c.handle
from generate_series(1, 2) as s (n)
cross join lateral flowfabric.ff_claim(
    'lane' || s.n, 'a', 'a-1', p_lease_ttl_ms => 29999 + s.n
) as c;
do $when$ begin perform pg_temp.advance('30 s'); end $when$;

select is(
    (
        select array_agg(c.outcome)
        from
            flowfabric.ff_complete_batch((select array_agg(h.handle order by h.n) from held as h))
                as c
    ),
    array['lease_expired', 'completed'],
    'at exactly its expiry a lease has ended; a millisecond earlier it has not'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
