-- tests_sql/check/ff_check/finds_work_that_is_never_due.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/broken_database.sql
-- given rows of a healthy database come due at the end of time; then
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set claimable_at = 'infinity'
    where pg_temp.number(execution_id) = 3$$) is null,
    false,
    'a lease that lapses, but whose row no claim will ever look at'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set claimable_at = 'infinity'
    where pg_temp.number(execution_id) = 1$$) is null,
    false,
    'a waiting row that no claim will ever look at'
);
select * from finish();
rollback;
