-- tests_sql/execution/ff_create_executions/refuses_options_of_later_features.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- when an option belongs to a feature that does not exist yet; then
select is(
    pg_temp.error_of($$select flowfabric.ff_create_executions(
        'lane', '{1}', '{"quota_policy_id": "00000000-0000-7000-8000-000000000001"}'
    )$$) - 'hint',
    '{
        "sqlstate": "0A000",
        "message": "p_options.quota_policy_id is not available yet",
        "detail": {"argument": "p_options.quota_policy_id"}
    }',
    'quotas'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', '{"quota_key": "k"}')$$,
    '0A000', 'p_options.quota_key is not available yet', 'keys of quotas'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', '{"fairness_key": "k"}')$$,
    '0A000', 'p_options.fairness_key is not available yet', 'fairness'
);
select throws_ok(
    $$select flowfabric.ff_create_executions(
        'lane', '{1,2}', '{"budget_ids": ["00000000-0000-7000-8000-000000000001"]}'
    )$$,
    '0A000', 'p_options.budget_ids is not available yet',
    'budgets, whose value for all items is an array'
);
select is_empty('select 1 from flowfabric.ff_exec_core', 'nothing was written');
select * from finish();
rollback;
