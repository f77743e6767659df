-- tests_sql/claim/ff_claim/hands_a_slot_over_with_a_takeover.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given one slot, whose holder falls silent while another one waits
select pg_temp.policy(0, 0, 1) as policy \gset
select pg_temp.submit(1, 2, 1) as submitted \gset
select is(pg_temp.claim_all(p_ttl_ms => 1000), '1', 'one runs');
select pg_temp.advance('998 milliseconds') as moved \gset
select pg_temp.submit(3, 3, 1) as submitted \gset
select is(pg_temp.claim_all(), '', 'a millisecond before its lease lapses it has the slot');
select pg_temp.advance('1 millisecond') as moved \gset
select is(pg_temp.holders(), '', 'when it lapses, nobody has it');
select is(pg_temp.claim_all(1), '1', 'what lapsed is due first, and taken over');
select is(pg_temp.holders(), '1', 'in the same slot');
select is(pg_temp.claim_all(), '', 'so there is none for another one');
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
