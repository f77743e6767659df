begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql

-- given a tick has already recorded two expiries; when the leases are taken over; then
do $given$
begin
    perform pg_temp.submit_number(n) from generate_series(1, 2) as n;
    perform flowfabric.ff_claim_batch('lane', 'a', 'a-1', 2);
    perform pg_temp.advance('31 s');
    perform flowfabric.ff_tick();
end;
$given$;

select is(
    (select count(*) filter (where e.kind = 'expired') from pg_temp.events() as e),
    2::bigint,
    'given the tick has recorded the expiries'
);
select results_eq(
    $$
        select c.attempt_index, c.attempt_type, c.lease_epoch
        from generate_series(1, 2) as n
        cross join lateral flowfabric.ff_claim('lane', 'b', 'b-' || n) as c
    $$,
    $$values (1, 'reclaim', 2::bigint), (1, 'reclaim', 2)$$,
    'the leases are taken over'
);
select is(
    (select count(*) filter (where e.kind = 'expired') from pg_temp.events() as e),
    2::bigint,
    'the expiries are not recorded again'
);

select * from finish();
rollback;
