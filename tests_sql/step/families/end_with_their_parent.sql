begin;
select plan(17);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given a parent with four children: one has ended, one is held, one waits, one may stay; one of
-- them has a child of its own
select pg_temp.parent() as handle
\gset
select pg_temp.execution_of(:'handle') as parent_id
\gset
select is(
    pg_temp.spawn(:'handle', 'over', 'held', 'waiting'), 'spawned, spawned, spawned', 'given'
);
select is(
    (flowfabric.ff_spawn(
        :'handle', 'stays', 'children', p_options => '{"on_parent_end": "leave"}'
    )).outcome,
    'spawned', 'given one that may stay'
);
select is(pg_temp.complete_child(:'parent_id', 'over'), 'completed', 'given one is over');
select pg_temp.start_child(:'parent_id', 'held') as child
\gset
select is(
    (flowfabric.ff_spawn(:'child', 'grandchild', 'children')).outcome,
    'spawned',
    'given a grandchild'
);
-- when the parent fails; then
select is(
    (flowfabric.ff_fail(:'handle', 'broken', 'permanent')).outcome,
    'terminal_failed',
    'given it fails'
);
select is(
    pg_temp.children(:'parent_id'),
    'over completed, held active, waiting waiting, stays waiting', 'that leaves a todo'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
do $when$ begin perform pg_temp.do_todos(); end $when$;
select is(
    pg_temp.children(:'parent_id'),
    'over completed, held cancelled, waiting cancelled, stays waiting',
    'those that had not ended are cancelled'
);
select is(
    pg_temp.children(pg_temp.child(:'parent_id', 'held')), 'grandchild cancelled',
    'with their own'
);
select results_eq(
    format(
        'select d.cancelled_by, d.cancellation_reason '
        || 'from flowfabric.ff_describe_execution(%L) as d',
        pg_temp.child(:'parent_id', 'waiting')
    ),
    $$values ('parent_end', 'the parent has ended')$$,
    'they say why'
);
select throws_ok(
    format('select flowfabric.ff_renew(%L)', :'child'),
    'ZF105',
    null,
    'the holder has lost its lease'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
-- when the parent is replayed; then
select is(
    (flowfabric.ff_replay_execution(:'parent_id')).public_state, 'waiting', 'given it is replayed'
);
do $when$ begin perform pg_temp.do_todos(); end $when$;
select is(
    pg_temp.children(:'parent_id') || '; '
    || pg_temp.children(pg_temp.child(:'parent_id', 'held')),
    'over completed, held waiting, waiting waiting, stays waiting; grandchild waiting',
    'children that its end had cancelled start again'
);
-- when it completes; then
select is(
    (flowfabric.ff_complete(pg_temp.claim('q', p_lane_id => 'parent'))).public_state, 'completed',
    'given it completes'
);
do $when$ begin perform pg_temp.do_todos(); end $when$;
select is(
    pg_temp.children(:'parent_id'),
    'over completed, held waiting, waiting waiting, stays waiting', 'they go on'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
