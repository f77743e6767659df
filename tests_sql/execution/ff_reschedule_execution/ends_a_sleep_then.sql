-- noqa: disable=LT02,LT05,LT14
-- tests_sql/execution/ff_reschedule_execution/ends_a_sleep_then.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql
-- given an execution that sleeps for ten seconds, and beside that for a minute
select pg_temp.lease() as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
select outcome from flowfabric.ff_sleep(:'handle', 'nap', 10000) \g /dev/null
select outcome from flowfabric.ff_sleep(:'handle', 'rest', 60000) \g /dev/null
-- when it is put off by twenty seconds; then the first sleep ends then
select outcome from flowfabric.ff_reschedule_execution(:'id', 20000) \g /dev/null
select is(
    pg_temp.steps(:'id'), 'nap timer until 12:00:20 open, rest timer until 12:01:00 open', 'the first sleep is longer'
);
select is((select count(*) from flowfabric.ff_check()), 0::bigint, 'everything fits');
-- when it is to run now; then its handler continues behind the sleep
select outcome from flowfabric.ff_reschedule_execution(:'id', 0) \g /dev/null
select is((select count(*) from flowfabric.ff_check()), 0::bigint, 'everything fits that is due');
select pg_temp.claim() as handle
\gset
select is((select s.outcome from flowfabric.ff_sleep(:'handle', 'nap', 10000) as s), 'slept', 'the first sleep has ended');
select is((select s.outcome from flowfabric.ff_sleep(:'handle', 'rest', 60000) as s), 'sleeping', 'the other one is not');
-- when all of them are put off; then both sleeps end then
select outcome from flowfabric.ff_reschedule_execution(:'id', 120000) \g /dev/null
select is(pg_temp.shown(:'id'), 'delayed waiting_for_delay in 120000', 'it is put off');
select is((select count(*) from flowfabric.ff_check()), 0::bigint, 'everything fits that is put off');
select * from finish();
rollback;
