-- tests_sql/grant/ff_claim_for_worker/grants_a_takeover_past_its_cap_without_asking_limits.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given a quota of one an hour, and an execution past its cap of takeovers, whose worker is silent
select pg_temp.policy(3600000, 1, 0) as done \gset
select pg_temp.submit(1, 1, 1, p_policy => '{"max_reclaim_count": 0}') as done \gset
select pg_temp.claim_all(p_ttl_ms => 1000) as done \gset
select pg_temp.advance('1 second') as done \gset
select g.grant_key from flowfabric.ff_claim_for_worker('lane', 'w', 'w-1') as g \gset
select is(
    (
        select r.outcome
        from flowfabric.ff_reclaim_execution(pg_temp.id(1), :'grant_key', 'w', 'w-1') as r
    ),
    'reclaim_cap_exceeded',
    'the grant is issued, though the window is full, and its redemption ends the execution'
);
select is(pg_temp.states(), '1 failed', 'the execution has failed');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
