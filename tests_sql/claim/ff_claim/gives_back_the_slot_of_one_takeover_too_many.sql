-- tests_sql/claim/ff_claim/gives_back_the_slot_of_one_takeover_too_many.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given one slot, held by an execution that may not be taken over again
select pg_temp.policy(0, 0, 1) as policy \gset
select pg_temp.submit(1, 1, 1, p_policy => '{"max_reclaim_count": 0}') as done \gset
select pg_temp.submit(2, 2, 1) as done \gset
select pg_temp.claim_all(p_ttl_ms => 1000) as done \gset
select pg_temp.advance('1 second') as done \gset
select is(pg_temp.claim_all(), '2', 'the claim that ends it gives the slot to another execution');
select is(pg_temp.states(), '1 failed, 2 active', 'the execution has failed');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
