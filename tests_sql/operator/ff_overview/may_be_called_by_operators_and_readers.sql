-- tests_sql/operator/ff_overview/may_be_called_by_operators_and_readers.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/permissions.sql
select is(
    pg_temp.who_may('select flowfabric.ff_overview()'),
    'ff_operator, ff_reader',
    'who looks after the installation, and who watches it'
);
select * from finish();
rollback;
