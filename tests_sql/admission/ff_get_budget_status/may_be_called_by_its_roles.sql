-- tests_sql/admission/ff_get_budget_status/may_be_called_by_its_roles.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/permissions.sql
select pg_temp.policy(1000, 1, 1) as done \gset
select pg_temp.budget() as done \gset
select pg_temp.submit(1, 1) as done \gset
select is(
    pg_temp.who_may($$select flowfabric.ff_get_budget_status(gen_random_uuid())$$),
    'ff_producer, ff_worker, ff_operator, ff_reader', 'nobody else may'
);
select * from finish();
rollback;
