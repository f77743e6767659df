-- tests_sql/flow/joins/resolves_each_edge_once.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given c, which needs two of a and b, and a, which is replayed and completes again
select pg_temp.flow('{
    "a": {}, "b": {}, "c": {"after": {"quorum": 2, "of": ["a", "b"], "losers": "run"}}
}') as flow_id;
select is(pg_temp.complete('a'), 'completed', 'a completes');
select flowfabric.ff_replay_execution(pg_temp.node('a')) is null as is_replayed;
select is(pg_temp.complete('a'), 'completed', 'a completes once more');
select is(pg_temp.join_of('c'), 'pending, 1 of 2, 0 failed, 0 skipped', 'its edge counts once');
select is(pg_temp.nodes('c'), 'c waiting_children', 'so c still waits for b');
select is(pg_temp.complete('b'), 'completed', 'b completes');
select is(pg_temp.nodes('c'), 'c waiting', 'now c can be claimed');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
