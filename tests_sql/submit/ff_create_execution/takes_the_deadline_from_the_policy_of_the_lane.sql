-- tests_sql/submit/ff_create_execution/takes_the_deadline_from_the_policy_of_the_lane.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
-- given a lane whose default policy has a deadline; then
select lives_ok(
    $$select flowfabric.ff_register_lane(
        'lane', '{"timeout_policy": {"execution_deadline_ms": 5000}}'
    )$$,
    'given the lane'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given a submission without a policy'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_policy => '{"timeout_policy": {}}',
        p_execution_id => '00000000-0000-7000-8000-000000000002'
    )$$,
    'given a submission with an empty timeout policy'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000001', 'deadline_at'),
    '{"deadline_at": "2030-01-01T12:00:05+00:00"}',
    'the first has the deadline of the lane'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000002', 'deadline_at'),
    '{"deadline_at": null}',
    'the second has none'
);
select * from finish();
rollback;
