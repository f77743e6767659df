-- tests_sql/execution/ff_create_execution/may_be_called_by_producers.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/permissions.sql
select is(
    pg_temp.who_may($$select flowfabric.ff_create_execution('lane')$$),
    'ff_producer',
    'producers submit, and nobody else'
);
select * from finish();
rollback;
