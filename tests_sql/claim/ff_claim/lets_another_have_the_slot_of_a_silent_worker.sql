-- tests_sql/claim/ff_claim/lets_another_have_the_slot_of_a_silent_worker.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given one slot, whose holder falls silent, and an execution of higher priority that waits for it
select pg_temp.policy(0, 0, 1) as policy \gset
select pg_temp.submit(1, 1, 1) as done \gset
select pg_temp.submit(2, 2, 1, p_priority => 10, p_delay_ms => 500) as done \gset
select is(pg_temp.claim_all(p_ttl_ms => 1000), '1', 'given one execution runs');
select pg_temp.advance('1 second') as moved \gset
select is(
    pg_temp.claim_all(), '2',
    'when the lease lapses, the execution of higher priority has the slot'
);
select is(pg_temp.states(), '1 active, 2 active', 'the lapsed execution waits for its takeover');
select flowfabric.ff_complete(pg_temp.handle(2)) as done \gset
select is(pg_temp.claim_all(), '1', 'it is taken over when the slot is given back');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
