-- tests_sql/claim/ff_claim/offers_a_free_place_to_the_line_before_newcomers.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/lines.sql
\ir ../../lib/explained.sql
-- given a quota of one in ten seconds, and a line whose first execution is in a lane without
-- workers
select pg_temp.policy(10000, 1, 0) as done \gset
select pg_temp.submit(1, 1, 1) as done \gset
select pg_temp.claim_all(p_ttl_ms => 600000) as done \gset
select pg_temp.submit(2, 2, 1, p_lane_id => 'other') as done \gset
select count(*) as done from flowfabric.ff_claim('other', 'w', 'w-1') \gset
select pg_temp.submit(3, 4, 1) as done \gset
select pg_temp.claim_all(p_ttl_ms => 600000) as done \gset
-- before any tick has looked
select pg_temp.advance('11 seconds') as done \gset
select
    is(
        pg_temp.line(),
        '2 in -1 s, 3 in 9 s, 4 in 19 s',
        'a place is free that the first in the line does not take'
    );
select pg_temp.submit(5, 5, 1, p_lane_id => 'another') as done \gset
select
    is(
        pg_temp.gate(pg_temp.id(5), 'quota'),
        'closed rate_limit 20001',
        'ff_explain says that a newcomer is behind those that wait'
    );
select
    is(
        (select count(*) from flowfabric.ff_claim('another', 'w', 'w-1')),
        0::bigint,
        'a claim refuses the newcomer, too'
    );
select
    is(
        pg_temp.line(),
        '2 in -1 s, 3 in 0 s, 4 in 19 s, 5 in 20 s',
        'the refusing claim lets the next in line have the place at once'
    );
select pg_temp.submit(6, 6, 1) as done \gset
select is(pg_temp.claim_all(p_ttl_ms => 600000), '3', 'the next in line begins');
select
    is(
        pg_temp.line(),
        '2 in -1 s, 4 in 19 s, 5 in 20 s, 6 in 30 s',
        'and no other execution'
    );
-- given a line in which no execution has a worker
select count(flowfabric.ff_cancel_execution(pg_temp.id(n), 'not wanted')) as done
from unnest('{4,5,6}'::integer[]) as n \gset
select pg_temp.advance('10 seconds') as done \gset
select pg_temp.submit(7, 7, 1) as done \gset
select is(pg_temp.claim_all(p_ttl_ms => 600000), '7', 'a newcomer passes a line without workers');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
