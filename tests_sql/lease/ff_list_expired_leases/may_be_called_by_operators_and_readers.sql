begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may('select * from flowfabric.ff_list_expired_leases()'),
    'ff_operator, ff_reader',
    'those who look after everything'
);

select * from finish();
rollback;
