-- tests_sql/submit/ff_create_execution/treats_a_null_in_a_policy_as_left_out.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
-- given a policy whose keys are null; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane',
        p_policy => '{
            "retry_policy": null,
            "timeout_policy": {"attempt_timeout_ms": null, "execution_deadline_ms": null},
            "max_reclaim_count": null,
            "dedup_window_ms": null
        }',
        p_idempotency_key => 'key'
    )$$,
    'it is accepted'
);
select is(
    (select f.outcome from flowfabric.ff_fail(pg_temp.claim(), 'broken') as f),
    'retry_scheduled',
    'without a retry policy the default retries apply'
);
select * from finish();
rollback;
