-- tests_sql/flow/replay/waits_for_unmet_dependencies.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given b, cancelled while it waited for a; when it is replayed; then it waits for a again
select pg_temp.flow('{"a": {}, "b": {"after": ["a"]}}') as flow_id;
select flowfabric.ff_cancel_execution(pg_temp.node('b'), 'too early') is null as cancelled;
select is(
    (select r.public_state from flowfabric.ff_replay_execution(pg_temp.node('b')) as r),
    'waiting_children', 'it is blocked as before'
);
select is(pg_temp.complete('a'), 'completed', 'a completes');
select is(pg_temp.nodes('b'), 'b waiting', 'then b can be claimed');
-- given an execution whose dependencies were satisfied, and that ran, failed and is replayed
select is(pg_temp.fail('b'), 'terminal_failed', 'given it fails');
select is(
    (select r.public_state from flowfabric.ff_replay_execution(pg_temp.node('b')) as r),
    'waiting', 'it can be claimed at once'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
