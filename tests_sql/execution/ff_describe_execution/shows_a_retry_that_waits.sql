-- tests_sql/execution/ff_describe_execution/shows_a_retry_that_waits.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/leased_execution.sql
-- given an attempt that failed, and a policy that retries after 5 s; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane',
        p_policy => '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 5000}}}',
        p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given an execution'
);
select lives_ok(
    $$select flowfabric.ff_fail(
        pg_temp.claim(), 'no route to host', p_category => 'network', p_detail => '{"errno": 113}'
    )$$,
    'given its attempt failed'
);
select is(
    pg_temp.described(
        '00000000-0000-7000-8000-000000000001',
        'lifecycle_phase', 'ownership_state', 'eligibility_state', 'blocking_reason',
        'terminal_outcome', 'attempt_state', 'public_state', 'claimable_at', 'claimable_in_ms',
        'attempt_index', 'total_attempt_count', 'retry_count', 'lease_id', 'lease_epoch',
        'failure_reason', 'failure_category', 'terminal_at'
    ),
    '{
        "lifecycle_phase": "runnable",
        "ownership_state": "unowned",
        "eligibility_state": "not_eligible_until_time",
        "blocking_reason": "waiting_for_retry_backoff",
        "terminal_outcome": "none",
        "attempt_state": "pending_retry_attempt",
        "public_state": "delayed",
        "claimable_at": "2030-01-01T12:00:05+00:00",
        "claimable_in_ms": 5000,
        "attempt_index": 0,
        "total_attempt_count": 1,
        "retry_count": 1,
        "lease_id": null,
        "lease_epoch": 1,
        "failure_reason": "no route to host",
        "failure_category": "network",
        "terminal_at": null
    }',
    'it waits for its backoff, with the reason of the failure'
);
select pg_temp.advance('5 seconds');
select is(
    pg_temp.described(
        '00000000-0000-7000-8000-000000000001',
        'eligibility_state', 'blocking_reason', 'attempt_state', 'public_state', 'claimable_in_ms'
    ),
    '{
        "eligibility_state": "eligible_now",
        "blocking_reason": "waiting_for_worker",
        "attempt_state": "pending_retry_attempt",
        "public_state": "waiting",
        "claimable_in_ms": 0
    }',
    'when the backoff has ended it waits for a worker'
);
select isnt(pg_temp.claim('b'), null, 'given another worker claims it');
select is(
    pg_temp.described(
        '00000000-0000-7000-8000-000000000001',
        'public_state', 'attempt_index', 'attempt_type', 'total_attempt_count', 'retry_count',
        'lease_epoch', 'worker_id', 'failure_reason', 'failure_category', 'started_at'
    ),
    '{
        "public_state": "active",
        "attempt_index": 1,
        "attempt_type": "retry",
        "total_attempt_count": 2,
        "retry_count": 1,
        "lease_epoch": 2,
        "worker_id": "b",
        "failure_reason": null,
        "failure_category": null,
        "started_at": "2030-01-01T12:00:00+00:00"
    }',
    'the retry is the second attempt; the time of the first start is unchanged'
);
select * from finish();
rollback;
