begin;
select plan(20);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given a parent with five children, of which one has ended
select pg_temp.parent() as handle
\gset
select pg_temp.execution_of(:'handle') as parent_id
\gset
select is(
    pg_temp.spawn(:'handle', 'a', 'b', 'c', 'd', 'e'),
    'spawned, spawned, spawned, spawned, spawned', 'given'
);
select is(pg_temp.complete_child(:'parent_id', 'c'), 'completed', 'given');
-- when it waits for one of them, for one that has ended, and for none; then
select is(
    to_jsonb(flowfabric.ff_await_children(:'handle', 'one', p_count => 1)),
    '{"outcome": "ready", "finished_keys": ["c"], "total_count": 5}', 'one is over'
);
select is(
    to_jsonb(flowfabric.ff_await_children(:'handle', 'this', '{c}')),
    '{"outcome": "ready", "finished_keys": ["c"], "total_count": 1}', 'this one is'
);
select is(
    to_jsonb(flowfabric.ff_await_children(:'handle', 'none', '{a,b}', 0)),
    '{"outcome": "ready", "finished_keys": [], "total_count": 2}', 'none need be'
);
select is(
    to_jsonb(flowfabric.ff_await_children(:'handle', 'nobody', '{}')),
    '{"outcome": "ready", "finished_keys": [], "total_count": 0}', 'and there may be none'
);
select is(pg_temp.shown(:'parent_id'), 'active none in 30000', 'it keeps its lease');
-- when it waits for two of three that are named; then
select is(
    to_jsonb(flowfabric.ff_await_children(:'handle', 'two', '{e,c,a,c}', 2)),
    '{"outcome": "waiting", "finished_keys": ["c"], "total_count": 3}', 'one is missing'
);
select is(pg_temp.complete_child(:'parent_id', 'b'), 'completed', 'given another ends');
select is(pg_temp.complete_child(:'parent_id', 'd'), 'completed', 'and another');
select is(
    pg_temp.shown(:'parent_id'), 'waiting_children waiting_for_children', 'they do not count'
);
select is(pg_temp.complete_child(:'parent_id', 'e'), 'completed', 'given one of the three ends');
select pg_temp.claim('q', p_lane_id => 'parent') as handle
\gset
select is(
    to_jsonb(flowfabric.ff_await_children(:'handle', 'two', '{a}')),
    '{"outcome": "ready", "finished_keys": ["c", "e"], "total_count": 3}',
    'it goes on; the children are those of the first call'
);
-- when a child is spawned after the wait for all has begun; then
select is((flowfabric.ff_await_children(:'handle', 'all')).outcome, 'waiting', 'given');
select pg_temp.steps(:'parent_id') as before
\gset
do $given$ begin perform flowfabric.ff_cancel_execution(
    e.execution_id, 'not needed'
) from flowfabric.ff_exec_core as e where e.parent_step_key = 'a'; end $given$;
select pg_temp.claim('r', p_lane_id => 'parent') as handle
\gset
select is(pg_temp.spawn(:'handle', 'f'), 'spawned', 'given a sixth');
select is(
    to_jsonb(flowfabric.ff_await_children(:'handle', 'all')),
    '{"outcome": "ready", "finished_keys": ["a", "b", "c", "d", "e"], "total_count": 5}',
    'all are those that there were'
);
-- when a child that has ended is replayed while the parent waits for it and another; then
select is(pg_temp.spawn(:'handle', 'g'), 'spawned', 'given a seventh');
select is((flowfabric.ff_await_children(:'handle', 'both', '{f,g}')).outcome, 'waiting', 'given');
do $given$
declare
    v_parent_id constant uuid := (
        select e.parent_id from flowfabric.ff_exec_core as e where e.parent_step_key = 'f'
    );
begin
    perform pg_temp.fail_child(v_parent_id, 'f');
    perform flowfabric.ff_replay_execution(pg_temp.child(v_parent_id, 'f'));
    perform pg_temp.complete_child(v_parent_id, 'g');
end;
$given$;
select is(
    pg_temp.shown(:'parent_id'),
    'waiting_children waiting_for_children',
    'it waits for its next end'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
