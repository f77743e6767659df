-- tests_sql/flow/data_passing/replaces_the_input_by_a_result.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given b whose input is the result of a, and c whose input is that of b, which returns bytes
select pg_temp.flow('{
    "a": {}, "b": {"after": ["a"], "input": "own", "input_from": "a"},
    "c": {"after": ["b"], "input_from": "b"}, "d": {"after": ["c"], "input": "own", "input_from": "c"}
}') as flow_id;
select is(pg_temp.complete('a', '{"n": 1}'), 'completed', 'a completes');
select is(pg_temp.input_of('b'), '{"n": 1}', 'the result of a is the input of b');
select is(pg_temp.complete('b', null, 'bytes'::bytea), 'completed', 'b completes with bytes');
select results_eq(
    $$select d.input, d.payload from flowfabric.ff_describe_execution(pg_temp.node('c')) as d$$,
    $$values (null::jsonb, 'bytes'::bytea)$$,
    'the bytes are the payload of c'
);
select is(pg_temp.complete('c'), 'completed', 'c completes with nothing');
select is(pg_temp.input_of('d'), '"own"', 'then the input of its downstream stays as it is');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
