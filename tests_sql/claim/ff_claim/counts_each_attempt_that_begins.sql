-- tests_sql/claim/ff_claim/counts_each_attempt_that_begins.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given a quota of one attempt a minute, for attempts that fail, are resumed and are taken over
select pg_temp.policy(60000, 1, 0) as policy \gset
select pg_temp.submit(
    1, 1, 1, p_policy => '{"retry_policy": {"max_retries": 3,
        "backoff": {"type": "fixed", "delay_ms": 0}}}'
) as submitted \gset
select is(pg_temp.claim_all(), '1', 'the first attempt begins');
select flowfabric.ff_delay(pg_temp.handle(1), 0) as released \gset
select is(pg_temp.claim_all(), '1', 'a resume is not another attempt');
select flowfabric.ff_fail(pg_temp.handle(1), 'oops') as failed \gset
select is(pg_temp.claim_all(), '', 'a retry is another attempt');
select is(pg_temp.states(), '1 quota_retry', 'and waits for its place');
select pg_temp.advance('1 minute') as moved \gset
select results_eq(
    $$select c.attempt_type, c.attempt_index from flowfabric.ff_claim('lane', 'w', 'w-1') as c$$,
    $$values ('retry', 1)$$,
    'a takeover waits for the next window'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
