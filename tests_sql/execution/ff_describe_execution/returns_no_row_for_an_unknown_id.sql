-- tests_sql/execution/ff_describe_execution/returns_no_row_for_an_unknown_id.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
-- given one execution; when another id is described; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given an execution'
);
select is_empty(
    $$select * from flowfabric.ff_describe_execution(
        '00000000-0000-7000-8000-000000000002'
    )$$,
    'there is no row for another uuid'
);
select is_empty(
    $$select * from flowfabric.ff_describe_execution(
        '00000000-0000-7000-8000-000000000101'
    )$$,
    'an id with the same last byte is unknown'
);
select isnt_empty(
    $$select * from flowfabric.ff_describe_execution(
        '00000000-0000-7000-8000-000000000001'
    )$$,
    'there is one for the execution itself'
);
select * from finish();
rollback;
