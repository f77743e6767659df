begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given a parent that failed, and is replayed before its end has reached its children; then
select pg_temp.parent() as handle
\gset
select pg_temp.execution_of(:'handle') as parent_id
\gset
select is(pg_temp.spawn(:'handle', 'a', 'b'), 'spawned, spawned', 'given');
select pg_temp.start_child(:'parent_id', 'b') as child
\gset
select is(
    (flowfabric.ff_fail(:'handle', 'broken', 'permanent')).outcome, 'terminal_failed', 'given'
);
select is((flowfabric.ff_replay_execution(:'parent_id')).public_state, 'waiting', 'given');
do $when$ begin perform pg_temp.do_todos(); end $when$;
select is(pg_temp.children(:'parent_id'), 'a waiting, b active', 'they go on');
select is(
    (flowfabric.ff_assert_lease(:'child')).lease_epoch, 1::bigint, 'and so does a worker of theirs'
);
-- when it fails again, and one child was cancelled by an operator before; then
select is(
    (flowfabric.ff_cancel_execution(pg_temp.child(:'parent_id', 'a'), 'not needed')).outcome,
    'cancelled', 'given'
);
select is(
    (flowfabric.ff_fail(pg_temp.claim('q', p_lane_id => 'parent'), 'broken', 'permanent')).outcome,
    'terminal_failed', 'given'
);
do $when$ begin perform pg_temp.do_todos(); end $when$;
select is(pg_temp.children(:'parent_id'), 'a cancelled, b cancelled', 'the other is cancelled');
select is((flowfabric.ff_replay_execution(:'parent_id')).public_state, 'waiting', 'given');
do $when$ begin perform pg_temp.do_todos(); end $when$;
select is(
    pg_temp.children(:'parent_id'), 'a cancelled, b waiting',
    'a replay starts what its end had cancelled, and nothing else'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
