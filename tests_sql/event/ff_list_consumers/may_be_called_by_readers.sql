begin;
select plan(1);
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may('select flowfabric.ff_list_consumers()'),
    'ff_operator, ff_reader',
    'readers and operators'
);

select * from finish();
rollback;
