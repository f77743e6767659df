-- tests_sql/admission/ff_create_budget/may_be_called_by_its_roles.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/permissions.sql
select pg_temp.policy(1000, 1, 1) as done \gset
select pg_temp.budget() as done \gset
select pg_temp.submit(1, 1) as done \gset
select is(
    pg_temp.who_may($$select flowfabric.ff_create_budget(gen_random_uuid(), 'tenant', 'acme')$$),
    'ff_operator', 'nobody else may'
);
select * from finish();
rollback;
