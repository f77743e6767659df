-- tests_sql/execution/ff_create_execution/refuses_arguments_of_later_features.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- when an argument belongs to a feature that does not exist yet; then
select is(
    pg_temp.error_of(
        $$select flowfabric.ff_create_execution('lane', p_quota_policy_id => gen_random_uuid())$$
    ),
    '{
        "sqlstate": "0A000",
        "message": "p_quota_policy_id is not available yet",
        "detail": {"argument": "p_quota_policy_id"},
        "hint": "The argument belongs to a feature of a later version; leave it out."
    }',
    'quotas'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_create_execution('lane', p_quota_key => 'k')$$)
    - array['hint', 'message'],
    '{"sqlstate": "0A000", "detail": {"argument": "p_quota_key"}}',
    'keys of quotas'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_create_execution('lane', p_budget_ids => '{}')$$)
    - array['hint', 'message'],
    '{"sqlstate": "0A000", "detail": {"argument": "p_budget_ids"}}',
    'budgets'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_create_execution('lane', p_fairness_key => 'k')$$)
    - array['hint', 'message'],
    '{"sqlstate": "0A000", "detail": {"argument": "p_fairness_key"}}',
    'fairness'
);
select is_empty('select 1 from flowfabric.ff_exec_core', 'nothing was written');
select * from finish();
rollback;
