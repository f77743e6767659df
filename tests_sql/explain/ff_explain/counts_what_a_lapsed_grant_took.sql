begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/explained.sql

-- given a policy of one beginning in 10 seconds, which a grant took; when the grant lapses; then
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
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(
    pg_temp.gate(pg_temp.id(1), 'quota'),
    'open free',
    'it is counted already, and begins when it likes'
);
select is(
    pg_temp.gate(pg_temp.id(2), 'quota'), 'closed rate_limit 9000', 'for another the window is full'
);
select is(pg_temp.claim_all(), '1', 'so says the claim');

select * from finish();
rollback;
