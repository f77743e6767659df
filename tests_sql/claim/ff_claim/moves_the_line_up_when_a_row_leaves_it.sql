-- tests_sql/claim/ff_claim/moves_the_line_up_when_a_row_leaves_it.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/lines.sql
-- given a quota of one in ten seconds, and a line of seven
select pg_temp.policy(10000, 1, 0) as done \gset
select pg_temp.submit(1, 8, 1) as done \gset
select pg_temp.claim_all() as done \gset
select flowfabric.ff_cancel_execution(pg_temp.id(2), 'not wanted') as done \gset
select is(
    pg_temp.line(), '3 in 10 s, 4 in 30 s, 5 in 40 s, 6 in 50 s, 7 in 60 s, 8 in 70 s',
    'when a row leaves the line, the next one moves up at once'
);
select pg_temp.pay_limits() as done \gset
select is(
    pg_temp.line(), '3 in 10 s, 4 in 20 s, 5 in 30 s, 6 in 40 s, 7 in 50 s, 8 in 60 s',
    'a tick moves the rows behind it up'
);
select flowfabric.ff_cancel_execution(pg_temp.id(5), 'not wanted') as done \gset
select pg_temp.pay_limits(1) as done \gset
select is(
    pg_temp.line(), '3 in 10 s, 4 in 20 s, 6 in 30 s, 7 in 40 s, 8 in 50 s',
    'a tick moves the line up in pieces of any size'
);
select flowfabric.ff_block_execution(pg_temp.id(3), 'paused_by_operator') as done \gset
select pg_temp.pay_limits() as done \gset
select is(
    pg_temp.line(), '4 in 10 s, 6 in 20 s, 7 in 30 s, 8 in 40 s', 'a blocked row leaves the line'
);
select flowfabric.ff_change_priority(pg_temp.id(7), 5) as done \gset
select pg_temp.pay_limits() as done \gset
select is(
    pg_temp.line(),
    '7 in 10 s, 4 in 20 s, 6 in 30 s, 8 in 40 s',
    'a row with another priority gets another place in the line'
);
select count(flowfabric.ff_cancel_execution(pg_temp.id(n), 'not wanted')) as done
from unnest('{7,6,4}'::integer[]) as n \gset
select is(pg_temp.line(), '8 in 10 s', 'the last row waits for one window, not for all of them');
select pg_temp.advance('10 seconds') as done \gset
select is(pg_temp.claim_all(), '8', 'the last row begins');
select is(pg_temp.line(), 'nobody', 'the line is empty');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
