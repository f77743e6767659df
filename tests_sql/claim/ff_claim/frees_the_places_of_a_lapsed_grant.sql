-- tests_sql/claim/ff_claim/frees_the_places_of_a_lapsed_grant.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/errors.sql
-- given a policy with one slot and two attempts a minute, and a grant that is not redeemed in time
select pg_temp.policy(60000, 2, 1) as policy \gset
select pg_temp.submit(1, 3, 1) as submitted \gset
select g.grant_key
from flowfabric.ff_claim_for_worker('lane', 'w', 'w-1', p_grant_ttl_ms => 1000) as g \gset
select is(pg_temp.holders(), '1', 'the grant holds the slot');
select pg_temp.advance('1 second') as moved \gset
select is(pg_temp.claim_all(1), '2', 'when the grant lapses, another execution may have the slot');
select flowfabric.ff_complete(pg_temp.handle(2)) as done \gset
select is(
    pg_temp.claim_all(1), '3',
    'the grant''s place in the window is free as well, for no attempt began'
);
select flowfabric.ff_complete(pg_temp.handle(3)) as done \gset
select is(pg_temp.claim_all(1), '', 'two attempts have begun');
select is(
    pg_temp.refusal($$select flowfabric.ff_issue_grant_and_claim(pg_temp.id(1), 'lane')$$),
    'ZF603 rate_limit_exceeded', 'the third execution waits for the window'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
