-- tests_sql/execution/ff_erase_executions/waits_for_members_that_need_the_result.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
\ir ../../lib/flows.sql
-- given a flow whose second node gets the result of the first, and waits for a third as well
do $given$ begin
    perform pg_temp.flow('{"a": {}, "b": {"after": ["a", "c"], "input": {}, "inputs": {"x": "a"}}, "c": {}}');
    perform pg_temp.complete('a', '"result"');
end $given$;
create function pg_temp.erase()
returns text
language sql
as $erase$
    select format('%s %s', a.changed_count, a.skipped_count)
    from flowfabric.ff_erase_executions(jsonb_build_object('flow_id', pg_temp.flow_id())) as a
$erase$;
-- when the flow is erased; then not the result that is still needed
select is(pg_temp.erase(), '0 3', 'the first is skipped');
do $when$ begin perform pg_temp.complete('c'); perform pg_temp.pay(); end $when$;
select is(pg_temp.input_of('b') -> 'x', '"result"', 'the second got its input');
select is(pg_temp.erase(), '2 1', 'then it is erased');
-- when the second is replayed; then it keeps what it got
do $when$ begin
    perform pg_temp.fail('b');
    perform pg_temp.replay('b');
    perform pg_temp.pay();
end $when$;
select is(pg_temp.input_of('b') -> 'x', '"result"', 'an erased result counts as removed');
do $when$ begin perform pg_temp.complete('b'); end $when$;
select is(pg_temp.erase(), '1 2', 'at last the second');
select is(pg_temp.input_of('b'), null, 'whose input was a copy');
select * from finish();
rollback;
