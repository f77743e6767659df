-- tests_sql/flow/ff_stage_dependency_edge/refuses_an_input_that_is_one_result_and_a_list.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given d without an upstream; when two edges give it the same input, one as a list; then
select pg_temp.flow('{"a": {}, "b": {}, "d": {}, "e": {}}') as flow_id;
select is(pg_temp.edge('a', 'd', 'x'), 'applied waiting_children', 'x is the result of a');
select throws_ok(
    $$select pg_temp.edge('b', 'd', 'x[]')$$,
    '22023',
    'p_input_name is already an input of the execution',
    'x cannot be a list, too'
);
select is(pg_temp.edge('a', 'e', 'x[]'), 'applied waiting_children', 'x is a list');
select throws_ok(
    $$select pg_temp.edge('b', 'e', 'x')$$,
    '22023',
    'p_input_name is already an input of the execution',
    'x cannot be a single result, too'
);
select * from finish();
rollback;
