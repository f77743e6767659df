-- tests_sql/claim/ff_claim/does_not_hold_up_others_where_no_worker_claims.sql
begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/lines.sql
\ir ../../lib/explained.sql
-- given a quota of one in ten seconds and a line of four, the first two of which are in lanes
-- without workers
select pg_temp.policy(10000, 1, 0) as done \gset
select pg_temp.submit(1, 1, 1) as done \gset
select pg_temp.claim_all(p_ttl_ms => 600000) as done \gset
select pg_temp.submit(2, 2, 1, p_lane_id => 'other') as done \gset
select count(*) as done from flowfabric.ff_claim('other', 'w', 'w-1') \gset
select pg_temp.submit(3, 3, 1, p_lane_id => 'another') as done \gset
select count(*) as done from flowfabric.ff_claim('another', 'w', 'w-1') \gset
select pg_temp.submit(4, 5, 1) as done \gset
select is(pg_temp.claim_all(p_ttl_ms => 600000), '', 'given the window is full');
select is(
    pg_temp.line(),
    '2 in 10 s, 3 in 20 s, 4 in 30 s, 5 in 40 s',
    'each execution has its moment, in one line for all lanes'
);
select pg_temp.advance('10 seconds') as done \gset
select pg_temp.submit(6, 6, 1) as done \gset
select
    is(
        pg_temp.claim_all(p_ttl_ms => 600000),
        '',
        'a place that has just come free is kept for the first in the line'
    );
select pg_temp.advance('900 milliseconds') as done \gset
select pg_temp.pay_limits() as done \gset
select count(*) as done from flowfabric.ff_tick() \gset
select
    is(
        pg_temp.line(),
        '2 in -0.9 s, 3 in 9.1 s, 4 in 19.1 s, 5 in 29.1 s, 6 in 39.1 s',
        'it is kept for a second'
    );
select pg_temp.advance('100 milliseconds') as done \gset
select count(*) as done from flowfabric.ff_tick() \gset
select
    is(
        pg_temp.line(),
        '2 in -1 s, 3 in 0 s, 4 in 10 s, 5 in 20 s, 6 in 30 s',
        'if no worker takes it in that time, the second in line has it, and the line moves up'
    );
select pg_temp.advance('1 second') as done \gset
select count(*) as done from flowfabric.ff_tick() \gset
select is(
    pg_temp.line(), '2 in -2 s, 3 in -1 s, 4 in 0 s, 5 in 10 s, 6 in 20 s',
    'another second later the third in line has it'
);
select is(pg_temp.claim_all(p_ttl_ms => 600000), '4', 'the third in line begins');
select pg_temp.advance('10001 milliseconds') as done \gset
select is(pg_temp.claim_all(p_ttl_ms => 600000), '5', 'the next in line begins at its moment');
select pg_temp.advance('10001 milliseconds') as done \gset
select
    is(
        pg_temp.claim_all(p_ttl_ms => 600000),
        '6',
        'the latest in line begins before the two without workers, which are due'
    );
select pg_temp.advance('10 seconds') as done \gset
select pg_temp.submit(7, 7, 1) as done \gset
select is(pg_temp.gate(pg_temp.id(7), 'quota'), 'open free', 'a newcomer finds the place free');
select
    is(
        pg_temp.claim_all(p_ttl_ms => 600000),
        '7',
        'it takes the place, which the due executions have left'
    );
select pg_temp.advance('10 seconds') as done \gset
select is(
    (select c.input::text from flowfabric.ff_claim('other', 'w', 'w-1') as c),
    '2',
    'a worker that comes later finds the first in line'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
