begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may(
        $$select * from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 1)$$
    ),
    'ff_worker',
    'ff_worker alone'
);

select * from finish();
rollback;
