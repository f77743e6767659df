begin;
select plan(1);
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may($$select flowfabric.ff_create_consumer('c')$$),
    'ff_operator',
    'what is kept for whom, operators decide'
);

select * from finish();
rollback;
