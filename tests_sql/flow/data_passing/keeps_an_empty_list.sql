-- tests_sql/flow/data_passing/keeps_an_empty_list.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given nodes with an input that is an empty list of results; when they can be claimed; then
select pg_temp.flow('{
    "a": {"inputs": {"l": []}},
    "b": {"after": ["a"], "input": {"k": 1}, "inputs": {"l": [], "of_a": "a"}}
}') as flow_id;
select is(pg_temp.input_of('a'), '{"l": []}', 'a node without upstreams has the empty list');
select pg_temp.complete('a', '{"x": 1}') as a \gset
select is(
    pg_temp.input_of('b'), '{"k": 1, "l": [], "of_a": {"x": 1}}',
    'a node with other inputs has it beside them'
);
select * from finish();
rollback;
