begin;
select plan(1);
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may('select flowfabric.ff_trim_retention(0)'),
    'ff_operator',
    'operators'
);

select * from finish();
rollback;
