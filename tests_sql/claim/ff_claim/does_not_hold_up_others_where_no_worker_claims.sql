-- tests_sql/claim/ff_claim/does_not_hold_up_others_where_no_worker_claims.sql
begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/lines.sql
\ir ../../lib/explained.sql
-- given one in ten seconds, and a line of four, the first two of which are in lanes without workers
select pg_temp.policy(10000, 1, 0) as done \gset
select pg_temp.submit(1, 1, 1) as done \gset
select pg_temp.claim_all(p_ttl_ms => 600000) as done \gset
select pg_temp.submit(2, 2, 1, p_lane_id => 'other') as done \gset
select count(*) as done from flowfabric.ff_claim('other', 'w', 'w-1') \gset
select pg_temp.submit(3, 3, 1, p_lane_id => 'another') as done \gset
select count(*) as done from flowfabric.ff_claim('another', 'w', 'w-1') \gset
select pg_temp.submit(4, 5, 1) as done \gset
select is(pg_temp.claim_all(p_ttl_ms => 600000), '', 'the window is full');
select is(
    pg_temp.line(),
    '2 in 10 s, 3 in 20 s, 4 in 30 s, 5 in 40 s',
    'each has its moment, in one line for all lanes'
);
select pg_temp.advance('10 seconds') as done \gset
select pg_temp.submit(6, 6, 1) as done \gset
select
    is(
        pg_temp.claim_all(p_ttl_ms => 600000),
        '',
        'a place that has just come free is for the first in the line'
    );
select pg_temp.advance('900 milliseconds') as done \gset
select pg_temp.pay_limits() as done \gset
select count(*) as done from flowfabric.ff_tick() \gset
select
    is(
        pg_temp.line(),
        '2 in -0.9 s, 3 in 9.1 s, 4 in 19.1 s, 5 in 29.1 s, 6 in 39.1 s',
        'for a second'
    );
select pg_temp.advance('100 milliseconds') as done \gset
select count(*) as done from flowfabric.ff_tick() \gset
select
    is(
        pg_temp.line(),
        '2 in -1 s, 3 in 0 s, 4 in 10 s, 5 in 20 s, 6 in 30 s',
        'when no worker has taken it, the next one has it, and those behind it move up'
    );
select pg_temp.advance('1 second') as done \gset
select count(*) as done from flowfabric.ff_tick() \gset
select is(
    pg_temp.line(), '2 in -2 s, 3 in -1 s, 4 in 0 s, 5 in 10 s, 6 in 20 s', 'and the one after that'
);
select is(pg_temp.claim_all(p_ttl_ms => 600000), '4', 'which begins');
select pg_temp.advance('10001 milliseconds') as done \gset
select is(pg_temp.claim_all(p_ttl_ms => 600000), '5', 'then the next one, at its moment');
select pg_temp.advance('10001 milliseconds') as done \gset
select
    is(
        pg_temp.claim_all(p_ttl_ms => 600000),
        '6',
        'and the newcomer, all of them ahead of those that are due'
    );
select pg_temp.advance('10 seconds') as done \gset
select pg_temp.submit(7, 7, 1) as done \gset
select is(pg_temp.gate(pg_temp.id(7), 'quota'), 'open free', 'they are not ahead of a newcomer');
select
    is(
        pg_temp.claim_all(p_ttl_ms => 600000),
        '7',
        'which takes the place that nobody has taken'
    );
select pg_temp.advance('10 seconds') as done \gset
select is(
    (select c.input::text from flowfabric.ff_claim('other', 'w', 'w-1') as c),
    '2',
    'a worker that comes in the end finds the first one'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
