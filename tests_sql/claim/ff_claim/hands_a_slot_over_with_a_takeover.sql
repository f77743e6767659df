-- tests_sql/claim/ff_claim/hands_a_slot_over_with_a_takeover.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given one slot, whose holder falls silent while another execution waits for it
select pg_temp.policy(0, 0, 1) as policy \gset
select pg_temp.submit(1, 2, 1) as submitted \gset
select is(pg_temp.claim_all(p_ttl_ms => 1000), '1', 'given one execution runs');
select pg_temp.advance('998 milliseconds') as moved \gset
select pg_temp.submit(3, 3, 1) as submitted \gset
select is(pg_temp.claim_all(), '', 'a millisecond before its lease lapses it holds the slot');
select pg_temp.advance('1 millisecond') as moved \gset
select is(pg_temp.holders(), '', 'when the lease lapses, the slot is free');
select is(pg_temp.claim_all(1), '1', 'the lapsed execution is due first, and is taken over');
select is(pg_temp.holders(), '1', 'it has the same slot again');
select is(pg_temp.claim_all(), '', 'the other execution gets no slot');
select is(
    (
        select count(*)::integer from flowfabric.ff_quota_token as t
        where t.execution_id is not null
    ),
    1, 'one token is taken'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
