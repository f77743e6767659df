-- tests_sql/flow/replay/copies_inputs_that_were_not_copied.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given d, which is cancelled while it waits for a; when a completes, and d is replayed; then
select pg_temp.flow('{"a": {}, "d": {"after": ["a"], "inputs": {"of_a": "a"}}}') as flow_id;
select c.outcome from flowfabric.ff_cancel_execution(pg_temp.node('d'), 'not now') as c \gset
select pg_temp.complete('a', '1') as a \gset
select is(pg_temp.replay('d'), 'waiting', 'its join is satisfied');
select is(pg_temp.input_of('d'), '{"of_a": 1}', 'it has the result');
select is(pg_temp.complete('d'), 'completed', 'it completes');

-- given d, whose deadline passes while it waits for a; when a completes, and d is replayed; then
select pg_temp.flow('{"a": {}, "d": {
    "after": ["a"], "input_from": "a",
    "policy": {"timeout_policy": {"execution_deadline_ms": 1000}}
}}') as flow_id;
select pg_temp.advance('2 s');
select count(*) from flowfabric.ff_tick() \gset
select pg_temp.complete('a', '2') as a \gset
select is(pg_temp.nodes(), 'a completed, d expired', 'it expired');
select is(pg_temp.replay('d'), 'waiting', 'its join is satisfied');
select is(pg_temp.input_of('d'), '2', 'it has the result');

-- given d, which failed because its inputs are too large; when it is replayed; then
select pg_temp.flow('{
    "a": {}, "b": {}, "d": {"after": ["a", "b"], "inputs": {"all": ["a", "b"]}}
}') as flow_id;
select
    pg_temp.complete('a', to_jsonb(repeat('x', 9000000))) as a,
    pg_temp.complete('b', to_jsonb(repeat('x', 9000000))) as b
\gset
select is(pg_temp.nodes('d'), 'd failed', 'the input would be too large');
select is(pg_temp.replay('d'), 'failed', 'the replay fails for the same reason, without a claim');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
