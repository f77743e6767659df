-- tests_sql/submit/ff_create_execution/takes_missing_policy_keys_from_the_lane.sql
begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
-- given a lane with a default policy; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given an execution submitted before the lane had a policy'
);
select lives_ok(
    $$select flowfabric.ff_register_lane('lane', '{
        "retry_policy": {"max_retries": 5, "backoff": {"type": "fixed", "delay_ms": 10}},
        "max_reclaim_count": 9
    }')$$,
    'given the default policy'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000002'
    )$$,
    'given a submission without a policy'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_policy => '{"retry_policy": {"max_retries": 1}, "retention_ms": 0}',
        p_execution_id => '00000000-0000-7000-8000-000000000003'
    )$$,
    'given a submission with a policy of its own'
);
select lives_ok(
    $$select flowfabric.ff_register_lane('lane', '{"max_reclaim_count": 1}')$$,
    'given the default policy changes afterwards'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000001', 'policy'),
    '{"policy": null}',
    'the execution from before has no policy'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000002', 'policy'),
    '{"policy": {
        "retry_policy": {"max_retries": 5, "backoff": {"type": "fixed", "delay_ms": 10}},
        "max_reclaim_count": 9
    }}',
    'a submission without a policy has the default of that time'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000003', 'policy'),
    '{"policy": {
        "retry_policy": {"max_retries": 1}, "max_reclaim_count": 9, "retention_ms": 0
    }}',
    'a policy of its own goes before it, key by key, each key as a whole'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'elsewhere', p_policy => '{"retention_ms": 0}',
        p_execution_id => '00000000-0000-7000-8000-000000000004'
    )$$,
    'given a submission to another lane'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000004', 'policy'),
    '{"policy": {"retention_ms": 0}}',
    'the default of one lane does not apply to another'
);
select * from finish();
rollback;
