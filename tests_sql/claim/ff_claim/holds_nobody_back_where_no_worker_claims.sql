-- tests_sql/claim/ff_claim/holds_nobody_back_where_no_worker_claims.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/lines.sql
-- given one in ten seconds, and a line of three, the first of which is in a lane without workers
select pg_temp.policy(10000, 1, 0) as done \gset
select pg_temp.submit(1, 1, 1) as done \gset
select pg_temp.submit(2, 2, 1, p_lane_id => 'other') as done \gset
select pg_temp.claim_all(p_ttl_ms => 600000) as done \gset
select count(*) as done from flowfabric.ff_claim('other', 'w', 'w-1') \gset
select pg_temp.submit(3, 4, 1) as done \gset
select is(pg_temp.claim_all(p_ttl_ms => 600000), '', 'the window is full');
select is(
    pg_temp.line(),
    '2 in 10 s, 3 in 20 s, 4 in 30 s',
    'each has its moment, in one line for all lanes'
);
select pg_temp.advance('10 seconds') as done \gset
select pg_temp.submit(5, 5, 1) as done \gset
select
    is(
        pg_temp.claim_all(p_ttl_ms => 600000),
        '',
        'a place that has just come free is for the first in the line'
    );
select pg_temp.advance('10 seconds') as done \gset
select
    is(
        pg_temp.claim_all(p_ttl_ms => 600000),
        '3',
        'when no worker has taken it, the next one begins at its moment'
    );
select pg_temp.advance('10 seconds') as done \gset
select is(pg_temp.claim_all(p_ttl_ms => 600000), '4', 'and the next');
select pg_temp.advance('10001 milliseconds') as done \gset
select
    is(
        pg_temp.claim_all(p_ttl_ms => 600000),
        '5',
        'and the newcomer, all of them ahead of the one that is due'
    );
select pg_temp.advance('10 seconds') as done \gset
select pg_temp.submit(6, 6, 1) as done \gset
select
    is(
        pg_temp.claim_all(p_ttl_ms => 600000),
        '6',
        'a later newcomer takes the place that nobody has taken'
    );
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
