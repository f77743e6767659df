begin;
select plan(1);
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may('select * from flowfabric.ff_list_waitpoint_keys()'),
    'ff_operator',
    'operators see which keys there are, and nobody else'
);

select * from finish();
rollback;
