-- tests_sql/submit/ff_create_execution/accepts_every_key_of_a_policy.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
-- given a policy with every possible key; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane',
        p_policy => '{
            "retry_policy": {
                "max_retries": 3,
                "backoff": {
                    "type": "exponential",
                    "initial_delay_ms": 100,
                    "max_delay_ms": 5000,
                    "multiplier": 1.5,
                    "jitter": true
                },
                "retryable_categories": ["network", "timeout"]
            },
            "timeout_policy": {"attempt_timeout_ms": 1000, "execution_deadline_ms": 60000},
            "max_reclaim_count": 100,
            "max_replay_count": 10,
            "dedup_window_ms": 86400000,
            "retention_ms": 0
        }',
        p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'it is accepted'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000001', 'policy'),
    '{"policy": {
        "retry_policy": {
            "max_retries": 3,
            "backoff": {
                "type": "exponential",
                "initial_delay_ms": 100,
                "max_delay_ms": 5000,
                "multiplier": 1.5,
                "jitter": true
            },
            "retryable_categories": ["network", "timeout"]
        },
        "timeout_policy": {"attempt_timeout_ms": 1000, "execution_deadline_ms": 60000},
        "max_reclaim_count": 100,
        "max_replay_count": 10,
        "dedup_window_ms": 86400000,
        "retention_ms": 0
    }}',
    'it is stored'
);
select lives_ok(
    $$select flowfabric.ff_create_execution('lane', p_policy => '{}')$$,
    'an empty policy is accepted'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_policy => '{
            "retry_policy": {
                "max_retries": 0,
                "backoff": {"type": "fixed", "delay_ms": 7, "jitter": true, "multiplier": null}
            }
        }'
    )$$,
    'fixed is the other type of backoff'
);
select * from finish();
rollback;
