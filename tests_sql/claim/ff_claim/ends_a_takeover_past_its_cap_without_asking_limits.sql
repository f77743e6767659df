-- tests_sql/claim/ff_claim/ends_a_takeover_past_its_cap_without_asking_limits.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given a quota of one in an hour, and three executions that began an hour apart and may not be
-- taken over: their workers are silent, and the window is full
select pg_temp.policy(3600000, 1, 0) as done \gset
select pg_temp.policy(3600000, 1, 0, 2) as done \gset
select pg_temp.policy(3600000, 1, 0, 3) as done \gset
select pg_temp.submit(1, 1, 1, p_policy => '{"max_reclaim_count": 0}') as done \gset
select pg_temp.submit(2, 2, 2, p_policy => '{"max_reclaim_count": 0}') as done \gset
select pg_temp.submit(3, 3, 3) as done \gset
select pg_temp.claim_all(p_ttl_ms => 1000) as done \gset
select pg_temp.advance('1 second') as done \gset
select
    r.outcome,
    r.grant_key
from flowfabric.ff_issue_reclaim_grant(pg_temp.id(1), 'w', 'w-1') as r
\gset
select is(
    (
        select concat_ws(' ', :'outcome', r.outcome, r.detail)
        from flowfabric.ff_reclaim_execution(pg_temp.id(1), :'grant_key', 'w', 'w-1') as r
    ),
    'granted reclaim_cap_exceeded max_reclaims_exceeded',
    'ff_reclaim_execution ends the first execution'
);
select is(pg_temp.claim_all(), '', 'a claim ends the second, and puts off the third');
select results_eq(
    $$select pg_temp.number(e.execution_id), e.state::text, e.failure_reason
    from flowfabric.ff_exec_core as e order by 1$$,
    $$values (1, 'failed', 'max_reclaims_exceeded'), (2, 'failed', 'max_reclaims_exceeded'),
        (3, 'active', null)$$,
    'neither of the ended executions waits for a window'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
