-- tests_sql/limit/ff_record_spend/asks_the_execution_that_breached_to_stop.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
select pg_temp.budget() as budget \gset
select pg_temp.submit(1, 2, p_budgets => '{1}', p_policy => '{"retry_policy": {"max_retries": 1,
    "backoff": {"type": "fixed", "delay_ms": 0}}}') as submitted \gset
select pg_temp.claim_all() as claimed \gset
select flowfabric.ff_record_spend(pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 101}') as spent
\gset
select is(
    (select r.cancel_requested from flowfabric.ff_renew(pg_temp.handle(1)) as r), true,
    'its next renewal asks it to stop'
);
select is(
    (select r.cancel_requested from flowfabric.ff_assert_lease(pg_temp.handle(1)) as r), true,
    'its next assertion does, too'
);
select is(
    (select r.cancel_requested from flowfabric.ff_renew(pg_temp.handle(2)) as r), false,
    'other executions are not asked'
);
select flowfabric.ff_fail(pg_temp.handle(1), 'over budget') as failed \gset
select pg_temp.claim_all() as claimed \gset
select is(
    (select r.cancel_requested from flowfabric.ff_renew(pg_temp.handle(1)) as r), false,
    'its next attempt is not asked'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
