-- tests_sql/claim/ff_claim/ends_limited_executions_at_their_deadline.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
select pg_temp.policy(0, 0, 1) as policy \gset
select pg_temp.submit(1, 1, 1) as done \gset
select pg_temp.submit(2, 2, 1, p_deadline_ms => 2000) as done \gset
select is(pg_temp.claim_all(), '1', 'one execution runs, one waits for the slot');
select pg_temp.advance('2 seconds') as done \gset
select pg_temp.claim_all() as done \gset
select is(
    pg_temp.states(), '1 active, 2 expired_unstarted',
    'the waiting one ends at its deadline'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
