-- tests_sql/admission/ff_reserve_budget/may_be_called_by_its_roles.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/permissions.sql
select pg_temp.policy(1000, 1, 1) as done \gset
select pg_temp.budget() as done \gset
select pg_temp.submit(1, 1) as done \gset
select is(
    pg_temp.who_may(
        format(
            $$select flowfabric.ff_reserve_budget(gen_random_uuid(), %L, '{}')$$, pg_temp.id(1)
        )
    ),
    'ff_worker, ff_operator', 'nobody else may'
);
select * from finish();
rollback;
