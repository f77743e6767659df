-- tests_sql/lane/ff_register_lane/leaves_executions_their_policy.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
-- given an execution under the default policy of its lane; when that changes; then
select lives_ok(
    $$select flowfabric.ff_register_lane('lane', '{"max_reclaim_count": 5}')$$, 'given the lane'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given the execution'
);
select lives_ok(
    $$select flowfabric.ff_register_lane('lane', '{"max_reclaim_count": 0}')$$, 'given the change'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000001', 'policy'),
    '{"policy": {"max_reclaim_count": 5}}',
    'the execution keeps the policy it has'
);
select * from finish();
rollback;
