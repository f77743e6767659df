begin;
select plan(1);
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may('select * from flowfabric.ff_list_workers()'),
    'ff_operator, ff_reader',
    'who looks after workers'
);

select * from finish();
rollback;
