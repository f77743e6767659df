begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given a parent whose end has cancelled two children, of which one may not be replayed
select pg_temp.parent() as handle
\gset
select pg_temp.execution_of(:'handle') as parent_id
\gset
select is(pg_temp.spawn(:'handle', 'again'), 'spawned', 'given');
select is(
    (flowfabric.ff_spawn(
        :'handle', 'once', 'children', p_options => '{"policy": {"max_replay_count": 0}}'
    )).outcome,
    'spawned', 'given'
);
select is(
    (flowfabric.ff_fail(:'handle', 'broken', 'permanent')).outcome, 'terminal_failed', 'given'
);
do $given$ begin perform pg_temp.do_todos(); end $given$;
select is(pg_temp.children(:'parent_id'), 'again cancelled, once cancelled', 'given');

-- when it is replayed, and waits for them before they are replayed; then
select is(
    (flowfabric.ff_replay_execution(:'parent_id')).public_state, 'waiting', 'given it is replayed'
);
select pg_temp.claim('p', p_lane_id => 'parent') as handle
\gset
select is(
    (
        select concat_ws(' ', a.outcome, a.finished_keys::text)
        from flowfabric.ff_await_children(:'handle', 'all') as a
    ),
    'waiting {once}', 'the one that will be replayed is not over'
);
do $when$ begin perform pg_temp.do_todos(); end $when$;
select is(pg_temp.children(:'parent_id'), 'again waiting, once cancelled', 'it is replayed');
select is(
    flowfabric.ff_read_execution_state(:'parent_id'), 'waiting_children', 'its parent waits'
);
select is(pg_temp.complete_child(:'parent_id', 'again'), 'completed', 'it completes');
do $when$ begin perform pg_temp.do_todos(); end $when$;
select is(flowfabric.ff_read_execution_state(:'parent_id'), 'waiting', 'its parent goes on');
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
