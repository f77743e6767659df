begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a failed attempt; when its retry is claimed and completes; then
do $given$
begin
    perform pg_temp.submit_number(1, p_policy => '{"retry_policy": {"max_retries": 1}}');
    perform flowfabric.ff_fail(
        pg_temp.claim('a'), 'broken', p_category => 'disk', p_detail => '{"n": 1}'
    );
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_complete(pg_temp.claim('b'));
end;
$given$;

select results_eq(
    $$
        select public_state, failure_reason, failure_category, failure_detail
        from flowfabric.ff_get_execution_result('00000000-0000-7000-8000-000000000001')
    $$,
    $$values ('completed', null, null, null::jsonb)$$,
    'the successful execution has no failure reason'
);
select results_eq(
    $$
        select outcome, failure_reason, failure_category, failure_detail
        from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001')
    $$,
    $$
        values
        ('ended_failure', 'broken', 'disk', '{"n": 1}'::jsonb),
        ('ended_success', null, null, null)
    $$,
    'the failed attempt keeps its reason'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
