-- tests_sql/execution/ff_get_execution_result/returns_no_row_before_the_end.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
-- given an execution that goes through a failure and a retry; when its result is asked for; then
select is_empty(
    $$select flowfabric.ff_get_execution_result('00000000-0000-7000-8000-000000000001')$$,
    'an unknown execution has no result'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_policy => '{"retry_policy": {"max_retries": 1}}',
        p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given it is submitted'
);
select is_empty(
    $$select flowfabric.ff_get_execution_result('00000000-0000-7000-8000-000000000001')$$,
    'a waiting execution has no result'
);
select lives_ok($$select flowfabric.ff_fail(pg_temp.claim(), 'broken')$$, 'given it fails');
select is_empty(
    $$select flowfabric.ff_get_execution_result('00000000-0000-7000-8000-000000000001')$$,
    'an execution in backoff has none'
);
select pg_temp.advance('1 minute');
create temporary table held as select pg_temp.claim() as handle;
select is_empty(
    $$select flowfabric.ff_get_execution_result('00000000-0000-7000-8000-000000000001')$$,
    'an active execution has none'
);
select lives_ok(
    $$select flowfabric.ff_complete(h.handle, '"at last"') from held as h$$,
    'given it is completed'
);
select results_eq(
    $$select r.public_state, r.output, r.failure_reason
    from flowfabric.ff_get_execution_result('00000000-0000-7000-8000-000000000001') as r$$,
    $$values ('completed', '"at last"'::jsonb, null)$$,
    'the result is that of the last attempt, without the failure before it'
);
select * from finish();
rollback;
