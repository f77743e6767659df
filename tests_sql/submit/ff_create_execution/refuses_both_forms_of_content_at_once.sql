-- tests_sql/submit/ff_create_execution/refuses_both_forms_of_content_at_once.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- when content comes as JSON and as bytes; then
select is(
    pg_temp.error_of($$select flowfabric.ff_create_execution('lane', '{}', '\x00')$$) - 'hint',
    '{
        "sqlstate": "22023",
        "message": "p_payload must be null when p_input is given",
        "detail": {"argument": "p_payload"}
    }',
    'it is refused'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', 'null', '\x')$$,
    '22023', 'p_payload must be null when p_input is given',
    'also when both are nearly empty'
);
select is_empty('select 1 from flowfabric.ff_exec_core', 'nothing was written');
select * from finish();
rollback;
