-- tests_sql/submit/ff_create_executions/returns_an_empty_batch_with_no_row.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
-- given a batch without items; then
select is_empty(
    $$select flowfabric.ff_create_executions('lane', '{}')$$,
    'there is no row'
);
select is_empty(
    $$select flowfabric.ff_create_executions('lane', '{}', '{"kind": [], "priority": 5}')$$,
    'also with options, whose arrays are empty'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{}', '{"priority": -1}')$$,
    '22023', 'p_priority must be between 0 and 9000',
    'wrong options are refused, also without items'
);
select results_eq(
    $$select
        (select count(*) from flowfabric.ff_exec_core),
        (select count(*) from flowfabric.ff_route)$$,
    'values (0::bigint, 0::bigint)',
    'nothing was written'
);
select * from finish();
rollback;
