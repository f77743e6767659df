-- tests_sql/operator/ff_check/may_be_called_by_operators.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/permissions.sql
select is(
    pg_temp.who_may('select flowfabric.ff_check()'),
    'ff_operator',
    'operators check, and nobody else'
);
select * from finish();
rollback;
