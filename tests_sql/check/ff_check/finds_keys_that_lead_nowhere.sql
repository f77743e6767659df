-- tests_sql/check/ff_check/finds_keys_that_lead_nowhere.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/broken_database.sql
-- given an execution was deleted by hand, but not its idempotency key; then
select is(
    pg_temp.findings_after('delete from flowfabric.ff_exec_core
    where pg_temp.number(execution_id) = 1'),
    '{an idempotency key leads to its execution}',
    'the key is found'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set idempotency_key = 'another'
    where pg_temp.number(execution_id) = 1$$),
    '{an idempotency key leads to its execution}',
    'a key of another execution is found, too'
);
select * from finish();
rollback;
