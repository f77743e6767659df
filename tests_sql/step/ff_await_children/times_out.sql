begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given parents that wait for two children for a minute
select pg_temp.parent('first') as first
\gset
select pg_temp.execution_of(:'first') as first_id
\gset
select pg_temp.parent('second') as second
\gset
select pg_temp.execution_of(:'second') as second_id
\gset
select is(
    pg_temp.spawn(:'first', 'a', 'b') || pg_temp.spawn(:'second', 'a', 'b'),
    'spawned, spawnedspawned, spawned', 'given'
);
select is(
    (flowfabric.ff_await_children(:'first', 'all', p_timeout_ms => 60000)).outcome
    || (flowfabric.ff_await_children(:'second', 'all', p_timeout_ms => 60000)).outcome,
    'waitingwaiting', 'given they wait'
);
select is(
    pg_temp.shown(:'first_id'), 'waiting_children waiting_for_children in 60000', 'for a minute'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold while they wait');
select is(
    pg_temp.complete_child(:'first_id', 'a') || pg_temp.complete_child(:'second_id', 'b')
    || pg_temp.complete_child(:'second_id', 'a'),
    'completedcompletedcompleted', 'given one of the first has ended, and all of the second'
);
-- when the minute is nearly over, and exactly; then
do $when$ begin perform pg_temp.advance('59.999 s'); end $when$;
select is(pg_temp.claim('q', p_lane_id => 'first'), null, 'a millisecond before');
do $when$ begin perform pg_temp.advance('0.001 s'); end $when$;
select pg_temp.claim('q', p_lane_id => 'first') as first
\gset
select is(
    to_jsonb(flowfabric.ff_await_children(:'first', 'all')),
    '{"outcome": "timed_out", "finished_keys": ["a"], "total_count": 2}', 'one was over in time'
);
select is(
    to_jsonb(flowfabric.ff_await_children(pg_temp.claim('q', p_lane_id => 'second'), 'all')),
    '{"outcome": "ready", "finished_keys": ["a", "b"], "total_count": 2}',
    'those who were ready are ready, however late the claim comes'
);
-- when the other child ends; then
select is(pg_temp.complete_child(:'first_id', 'b'), 'completed', 'given');
select is(
    to_jsonb(flowfabric.ff_await_children(:'first', 'all')),
    '{"outcome": "timed_out", "finished_keys": ["a"], "total_count": 2}', 'the first outcome stands'
);
select is(
    (flowfabric.ff_await_children(:'first', 'again', p_timeout_ms => 0)).outcome, 'ready',
    'another wait finds both'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
