-- tests_sql/check/ff_check/finds_work_that_is_never_due.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/broken_database.sql
-- given rows of a healthy database become due at infinity; then
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set claimable_at = 'infinity'
    where pg_temp.number(execution_id) = 3$$) is null,
    false,
    'a lease that lapses, in a row that becomes due at infinity'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set claimable_at = 'infinity'
    where pg_temp.number(execution_id) = 1$$) is null,
    false,
    'a waiting row that becomes due at infinity'
);
select * from finish();
rollback;
