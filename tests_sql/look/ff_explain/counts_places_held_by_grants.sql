begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/explained.sql

-- given a policy of one beginning in 10 seconds, which a grant holds; then, and when it lapses
select pg_temp.policy(10000, 1, 0) as policy \gset
select pg_temp.submit(1, 2, 1) as submitted \gset
select is(
    (
        select g.kind
        from flowfabric.ff_issue_claim_grant(pg_temp.id(1), 'a', 'a-1', p_grant_ttl_ms => 1000) as g
    ),
    'claim',
    'a grant takes what the claim will need'
);
select is(
    pg_temp.gate(pg_temp.id(2), 'quota'), 'closed rate_limit 1000',
    'for another the window is full for as long as the grant is out'
);
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(pg_temp.gate(pg_temp.id(1), 'quota'), 'open free', 'a lapsed grant counts for nothing');
select is(pg_temp.gate(pg_temp.id(2), 'quota'), 'open free', 'and the other one may begin');
select is(pg_temp.claim_all(), '2', 'so says the claim: one of them');

select * from finish();
rollback;
