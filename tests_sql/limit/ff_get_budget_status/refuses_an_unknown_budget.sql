-- tests_sql/limit/ff_get_budget_status/refuses_an_unknown_budget.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/errors.sql
select is(
    pg_temp.refusal('select flowfabric.ff_get_budget_status(pg_temp.budget_id())'),
    'ZF602 budget_not_found', 'an unknown budget'
);
select is(
    pg_temp.refusal('select flowfabric.ff_get_budget_status(null)'), '22004 p_budget_id',
    'a null id'
);
select * from finish();
rollback;
