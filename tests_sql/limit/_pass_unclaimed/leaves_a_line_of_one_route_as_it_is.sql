-- tests_sql/limit/_pass_unclaimed/leaves_a_line_of_one_route_as_it_is.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/lines.sql
-- given a quota of one in ten seconds, a line of three, and workers that are busy with other lanes
select pg_temp.policy(10000, 1, 0) as done \gset
select pg_temp.submit(1, 4, 1) as done \gset
select pg_temp.claim_all(p_ttl_ms => 600000) as done \gset
select pg_temp.advance('11 seconds') as done \gset
select count(*) as done from flowfabric.ff_tick() \gset
select pg_temp.pay_limits() as done \gset
select is(
    pg_temp.line(), '2 in -1 s, 3 in 9 s, 4 in 19 s',
    'in a line of one route no row moves up'
);
-- given another route in the line
select pg_temp.submit(5, 5, 1, p_lane_id => 'other') as done \gset
select count(*) as done from flowfabric.ff_claim('other', 'w', 'w-1') \gset
select is(
    pg_temp.line(), '2 in -1 s, 3 in 0 s, 4 in 19 s, 5 in 20 s',
    'with another route in it, the line moves up'
);
select pg_temp.advance('1 second') as done \gset
select count(*) as done from flowfabric.ff_tick() \gset
select is(
    pg_temp.line(), '2 in -2 s, 3 in -1 s, 4 in 0 s, 5 in 10 s',
    'it moves up by a place each second'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
