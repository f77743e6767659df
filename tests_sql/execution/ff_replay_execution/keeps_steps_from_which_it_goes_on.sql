begin;
select plan(15);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given an execution that failed after some steps, one of which was begun before and saved after
-- another
select pg_temp.parent() as handle
\gset
select pg_temp.execution_of(:'handle') as execution_id
\gset
select is((flowfabric.ff_save_step(:'handle', 'one', '1')).outcome, 'saved', 'given');
select is((flowfabric.ff_wait_signal(:'handle', 'long', 'go')).outcome, 'waiting', 'given');
select is((flowfabric.ff_sleep(:'handle', 'nap', 10000)).outcome, 'sleeping', 'given');
do $given$ begin perform pg_temp.advance('10 s'); end $given$;
select pg_temp.claim('q', p_lane_id => 'parent') as handle
\gset
select is((flowfabric.ff_sleep(:'handle', 'nap', 10000)).outcome, 'slept', 'given');
select is((flowfabric.ff_save_step(:'handle', 'two', '2')).outcome, 'saved', 'given');
select is((flowfabric.ff_send_signal(:'execution_id', 'go', '"g"')).outcome, 'sent', 'given');
select is((flowfabric.ff_wait_signal(:'handle', 'long', 'go')).outcome, 'received', 'given');
select is(pg_temp.spawn(:'handle', 'child'), 'spawned', 'given');
select pg_temp.child(:'execution_id', 'child') as child_id
\gset
select is(
    (flowfabric.ff_fail(:'handle', 'broken', 'permanent')).outcome, 'terminal_failed', 'given'
);
select is(
    pg_temp.steps(:'execution_id'),
    'one value 1, nap timer until 12:00:10, two value 2, long signal "g", child child', 'given'
);
-- when it is replayed from a step that it does not have; then
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_replay_execution(%L, p_from_step => ''none'')', :'execution_id'
    )),
    '22023 p_from_step', 'that is refused'
);
-- when it is replayed from a step; then
select is(
    (flowfabric.ff_replay_execution(:'execution_id', p_from_step => 'two')).public_state, 'waiting',
    'given'
);
select is(
    pg_temp.steps(:'execution_id'), 'one value 1, nap timer until 12:00:10, long signal "g"',
    'it forgets that one, and those that were begun after it was saved'
);
do $when$ begin perform pg_temp.do_todos(); end $when$;
select is(
    flowfabric.ff_read_execution_state(:'child_id'),
    'cancelled',
    'the child of a forgotten step ends'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
