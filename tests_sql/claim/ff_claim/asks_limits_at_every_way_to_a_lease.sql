-- tests_sql/claim/ff_claim/asks_limits_at_every_way_to_a_lease.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/errors.sql
-- given one slot, which is taken, and an execution that waits for it
select pg_temp.policy(0, 0, 1) as policy \gset
select pg_temp.submit(1, 2, 1) as submitted \gset
select pg_temp.claim_all(1) as claimed \gset
select is(
    pg_temp.error_of(
        $$select flowfabric.ff_issue_claim_grant(pg_temp.id(2), 'w', 'w-1')$$
    ) - array['message', 'hint'],
    jsonb_build_object('sqlstate', 'ZF604', 'detail', jsonb_build_object(
        'symbol', 'concurrency_limit_exceeded', 'execution_id', pg_temp.id(2),
        'limit_id', pg_temp.policy_id(), 'quota_key', null, 'retry_after_ms', 5000
    )),
    'a grant on the waiting execution is refused'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_issue_grant_and_claim(pg_temp.id(2), 'lane')$$),
    'ZF604 concurrency_limit_exceeded', 'an operator''s grant and claim are refused'
);
select is_empty(
    $$select 1 from flowfabric.ff_claim_for_worker('lane', 'w', 'w-1')$$,
    'ff_claim_for_worker finds nothing to grant'
);
select is(pg_temp.states(), '1 active, 2 quota_first', 'and puts the execution off');
select flowfabric.ff_complete(pg_temp.handle(1)) as done \gset
select g.grant_key
from flowfabric.ff_claim_for_worker('lane', 'w', 'w-1', p_grant_ttl_ms => 1000) as g \gset
select is(pg_temp.holders(), '2', 'a grant holds the slot');
select pg_temp.submit(3, 3, 1) as submitted \gset
select is(pg_temp.claim_all(), '', 'while the grant is out, no other execution gets the slot');
select is(
    (
        select c.attempt_type
        from flowfabric.ff_claim_execution(pg_temp.id(2), :'grant_key', 'w', 'w-1') as c
    ),
    'initial', 'the worker that redeems the grant has the slot'
);
select is(pg_temp.holders(), '2', 'the redemption holds one slot, not two');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
