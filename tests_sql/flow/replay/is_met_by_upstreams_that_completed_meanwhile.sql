-- tests_sql/flow/replay/is_met_by_upstreams_that_completed_meanwhile.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given c, skipped because b failed; when b is replayed and completes before c is replayed
select pg_temp.flow('{"b": {}, "c": {"after": ["b"]}}') as flow_id;
select is(pg_temp.fail('b'), 'terminal_failed', 'b fails');
select flowfabric.ff_replay_execution(pg_temp.node('b')) is null as replayed;
select is(pg_temp.complete('b'), 'completed', 'b completes at last');
select is(pg_temp.nodes('c'), 'c skipped', 'an edge resolves once: c stays skipped');
select is(
    (select r.public_state from flowfabric.ff_replay_execution(pg_temp.node('c')) as r),
    'waiting',
    'but replayed, it finds its dependency met'
);
select is(pg_temp.join_of('c'), 'satisfied, 1 of 1, 0 failed, 0 skipped', 'and says so');
-- when b fails once more in a second flow, in a life that was not counted before
select pg_temp.flow('{"b": {}, "c": {"after": ["b"]}}') as flow_id;
select is(pg_temp.fail('b'), 'terminal_failed', 'b fails');
select flowfabric.ff_replay_execution(pg_temp.node('c')) is null as replayed;
select flowfabric.ff_replay_execution(pg_temp.node('b')) is null as replayed;
select is(pg_temp.fail('b'), 'terminal_failed', 'b fails again');
select is(pg_temp.nodes('c'), 'c skipped', 'and c is skipped again');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
