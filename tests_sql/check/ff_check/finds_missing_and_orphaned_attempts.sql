-- tests_sql/check/ff_check/finds_missing_and_orphaned_attempts.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/broken_database.sql
-- given the attempts of a healthy database are changed by hand; then
select is(
    pg_temp.findings_after('delete from flowfabric.ff_attempt'),
    '{the attempts of an execution are numbered without a gap}',
    'an attempt that is missing'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core
    set attempt_index = 2, retry_count = 2, lease_epoch = 3
    where pg_temp.number(execution_id) = 5$$),
    '{the attempts of an execution are numbered without a gap}',
    'a gap in the numbers'
);
select is(
    pg_temp.findings_after('delete from flowfabric.ff_exec_core
    where pg_temp.number(execution_id) = 5'),
    '{an attempt belongs to an execution}',
    'an attempt of an execution that does not exist'
);
select is(
    pg_temp.findings_after('update flowfabric.ff_attempt set lease_epoch = 3'),
    '{an attempt belongs to an execution}',
    'an attempt with an epoch above that of the execution'
);
select is(
    pg_temp.findings_after('update flowfabric.ff_attempt set attempt_index = 2'),
    '{an attempt belongs to an execution}',
    'an attempt with a number above that of the execution'
);
select * from finish();
rollback;
