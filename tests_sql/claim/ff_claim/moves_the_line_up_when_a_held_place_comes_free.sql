-- tests_sql/claim/ff_claim/moves_the_line_up_when_a_held_place_comes_free.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/lines.sql
-- given a quota of two in ten seconds: one place is held by an admission, and five executions wait
-- for the other
create function pg_temp.wait_behind_an_admission(p_from integer)
returns text
language sql
as $wait_behind_an_admission$
    select pg_temp.submit(p_from, p_from, p_lane_id => 'other');
    select flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(p_from));
    select pg_temp.submit(p_from + 1, p_from + 6, 1);
    select pg_temp.claim_all();
    select pg_temp.line()
$wait_behind_an_admission$;
select pg_temp.policy(10000, 2, 0) as done \gset
select is(
    pg_temp.wait_behind_an_admission(1),
    '3 in 10 s, 4 in 20 s, 5 in 30 s, 6 in 40 s, 7 in 50 s',
    'the line does not count on a place that an admission holds'
);
select flowfabric.ff_release_admission(pg_temp.policy_id(), pg_temp.id(1)) as done \gset
select pg_temp.pay_limits() as done \gset
select is(
    pg_temp.line(), '3 in 10 s, 4 in 10 s, 5 in 20 s, 6 in 20 s, 7 in 30 s',
    'when the admission is given back, the line moves up'
);
-- given another line, behind an admission that is used
select count(flowfabric.ff_cancel_execution(pg_temp.id(n), 'not wanted')) as done
from generate_series(3, 7) as n \gset
select pg_temp.pay_limits() as done \gset
select pg_temp.advance('10 seconds') as done \gset
select is(
    pg_temp.wait_behind_an_admission(11),
    '13 in 10 s, 14 in 20 s, 15 in 30 s, 16 in 40 s, 17 in 50 s',
    'the second line does not count on the held place'
);
select pg_temp.advance('1 second') as done \gset
select count(*) as done from flowfabric.ff_claim_batch('other', 'w', 'w-1', 2) \gset
select pg_temp.pay_limits() as done \gset
select is(
    pg_temp.line(), '13 in 9 s, 14 in 10 s, 15 in 19 s, 16 in 20 s, 17 in 29 s',
    'when a claim uses the admission, the line moves up'
);
-- given a line behind an admission whose execution ends
select count(flowfabric.ff_cancel_execution(pg_temp.id(n), 'not wanted')) as done
from generate_series(13, 17) as n \gset
select pg_temp.pay_limits() as done \gset
select pg_temp.advance('10 seconds') as done \gset
select is(
    pg_temp.wait_behind_an_admission(21),
    '23 in 10 s, 24 in 20 s, 25 in 30 s, 26 in 40 s, 27 in 50 s',
    'the third line does not count on the held place'
);
select flowfabric.ff_cancel_execution(pg_temp.id(21), 'not wanted') as done \gset
select pg_temp.pay_limits() as done \gset
select is(
    pg_temp.line(), '23 in 0 s, 24 in 10 s, 25 in 10 s, 26 in 20 s, 27 in 20 s',
    'when the admitted execution ends, the line moves up'
);
-- given a line behind an admission under the policy of the execution itself
select count(flowfabric.ff_cancel_execution(e.execution_id, 'not wanted')) as done
from flowfabric.ff_exec_core as e
where e.terminal_at is null \gset
select pg_temp.pay_limits() as done \gset
select pg_temp.advance('20 seconds') as done \gset
select pg_temp.submit(31, 31, 1) as done \gset
select flowfabric.ff_block_execution(pg_temp.id(31), 'paused_by_operator') as done \gset
select flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(31)) as done \gset
select pg_temp.submit(32, 36, 1) as done \gset
select pg_temp.claim_all() as done \gset
select is(
    pg_temp.line(), '33 in 10 s, 34 in 20 s, 35 in 30 s, 36 in 40 s',
    'the fourth line does not count on the held place'
);
select flowfabric.ff_unblock_execution(pg_temp.id(31)) as done \gset
select pg_temp.claim_all() as done \gset
select pg_temp.pay_limits() as done \gset
select is(
    pg_temp.line(), '33 in 10 s, 34 in 10 s, 35 in 20 s, 36 in 20 s',
    'when the admitted execution is claimed, the line moves up'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
