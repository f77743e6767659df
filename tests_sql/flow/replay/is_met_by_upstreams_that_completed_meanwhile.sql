-- tests_sql/flow/replay/is_met_by_upstreams_that_completed_meanwhile.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given c, skipped because b failed; when b is replayed and completes before c is replayed
select pg_temp.flow('{"b": {}, "c": {"after": ["b"]}}') as flow_id;
select is(pg_temp.fail('b'), 'terminal_failed', 'b fails');
select flowfabric.ff_replay_execution(pg_temp.node('b')) is null as replayed;
select is(pg_temp.complete('b'), 'completed', 'b completes after its replay');
select is(pg_temp.nodes('c'), 'c skipped', 'c stays skipped: an edge is resolved once');
select is(
    (select r.public_state from flowfabric.ff_replay_execution(pg_temp.node('c')) as r),
    'waiting',
    'the replay of c finds its join satisfied'
);
select is(
    pg_temp.join_of('c'), 'satisfied, 1 of 1, 0 failed, 0 skipped',
    'ff_evaluate_flow_eligibility says so'
);
-- when b of a second flow fails again after its replay, and that end was not counted
select pg_temp.flow('{"b": {}, "c": {"after": ["b"]}}') as flow_id;
select is(pg_temp.fail('b'), 'terminal_failed', 'b fails');
select flowfabric.ff_replay_execution(pg_temp.node('c')) is null as replayed;
select flowfabric.ff_replay_execution(pg_temp.node('b')) is null as replayed;
select is(pg_temp.fail('b'), 'terminal_failed', 'b fails again');
select is(pg_temp.nodes('c'), 'c skipped', 'c is skipped again');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
