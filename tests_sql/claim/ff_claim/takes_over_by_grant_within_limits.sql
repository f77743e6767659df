-- tests_sql/claim/ff_claim/takes_over_by_grant_within_limits.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given one slot, whose holder fell silent, and another execution that waits
select pg_temp.policy(0, 0, 1) as policy \gset
select pg_temp.submit(1, 1, 1) as done \gset
select pg_temp.submit(2, 2, 1, p_priority => 10, p_delay_ms => 500) as done \gset
select pg_temp.claim_all(p_ttl_ms => 1000) as claimed \gset
select
    g.outcome,
    g.grant_key
from (select pg_temp.advance('1 second')) as moved,
    lateral flowfabric.ff_issue_reclaim_grant(pg_temp.id(1), 'w', 'w-1', p_grant_ttl_ms => 1000)
        as g
\gset
select is(:'outcome'::text, 'granted', 'the takeover is granted');
select is(pg_temp.holders(), '1', 'the grant holds the slot');
select pg_temp.advance('1 second') as moved \gset
select is(
    pg_temp.claim_all(1), '2',
    'when the grant has lapsed, the execution of higher priority has the slot'
);
select results_eq(
    $$select g.outcome, g.detail
    from flowfabric.ff_issue_reclaim_grant(pg_temp.id(1), 'w', 'w-1') as g$$,
    $$values ('not_reclaimable', 'as many as its quota policy allows are running')$$,
    'another grant for the takeover is refused'
);
select flowfabric.ff_complete(pg_temp.handle(2)) as done \gset
select is(
    (
        select r.outcome from flowfabric.ff_issue_reclaim_grant(pg_temp.id(1), 'w', 'w-1') as g,
            lateral flowfabric.ff_reclaim_execution(pg_temp.id(1), g.grant_key, 'w', 'w-1') as r
    ),
    'claimed', 'until the execution of higher priority has completed'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
