-- tests_sql/execution/ff_describe_execution/returns_no_row_for_an_unknown_id.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
-- given one execution; when somebody asks for another; then
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
    'another uuid is unknown'
);
select is_empty(
    $$select * from flowfabric.ff_describe_execution(
        '00000000-0000-7000-8000-000000000101'
    )$$,
    'and so is one with the same last byte'
);
select isnt_empty(
    $$select * from flowfabric.ff_describe_execution(
        '00000000-0000-7000-8000-000000000001'
    )$$,
    'the execution itself is there'
);
select * from finish();
rollback;
