begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/explained.sql

-- given a quota of one beginning in 10 seconds, and a grant that holds the place; then, and when
-- the grant lapses
select pg_temp.policy(10000, 1, 0) as policy \gset
select pg_temp.submit(1, 2, 1) as submitted \gset
select is(
    (
        select g.kind
        from flowfabric.ff_issue_claim_grant(pg_temp.id(1), 'a', 'a-1', p_grant_ttl_ms => 1000) as g
    ),
    'claim',
    'the grant holds the place that its claim will need'
);
select is(
    pg_temp.gate(pg_temp.id(2), 'quota'), 'closed rate_limit 1000',
    'for another execution the window is full while the grant is out'
);
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(pg_temp.gate(pg_temp.id(1), 'quota'), 'open free', 'a lapsed grant holds no place');
select is(pg_temp.gate(pg_temp.id(2), 'quota'), 'open free', 'the other execution may begin');
select is(pg_temp.claim_all(), '2', 'a claim agrees: it takes one of them');

select * from finish();
rollback;
