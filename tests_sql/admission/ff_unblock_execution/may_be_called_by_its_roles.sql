-- tests_sql/admission/ff_unblock_execution/may_be_called_by_its_roles.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/permissions.sql
select pg_temp.policy(1000, 1, 1), pg_temp.budget(), pg_temp.submit(1, 1) \gset
select is(
    pg_temp.who_may($$select flowfabric.ff_unblock_execution('{fp:1}:00000000-0000-4000-8000-000000000001')$$),
    'ff_operator', 'nobody else may'
);
select * from finish();
rollback;
