begin;
select plan(1);
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may($$select flowfabric.ff_drop_consumer('c')$$),
    'ff_operator',
    'operators'
);

select * from finish();
rollback;
