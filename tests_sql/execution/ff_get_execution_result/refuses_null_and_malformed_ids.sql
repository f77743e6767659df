-- tests_sql/execution/ff_get_execution_result/refuses_null_and_malformed_ids.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- when the argument is null or malformed; then
select is(
    pg_temp.error_of('select flowfabric.ff_get_execution_result(null)') - array['hint', 'message'],
    '{"sqlstate": "22004", "detail": {"argument": "p_execution_id"}}',
    'null is refused'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_get_execution_result('x')$$)
    - array['hint', 'message'],
    '{"sqlstate": "22P02", "detail": ""}',
    'a text that is not a UUID is refused'
);
select * from finish();
rollback;
