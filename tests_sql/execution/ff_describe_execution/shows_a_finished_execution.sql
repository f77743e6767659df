-- tests_sql/execution/ff_describe_execution/shows_a_finished_execution.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/leased_execution.sql
-- given an execution that was completed; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given an execution'
);
select pg_temp.advance('1 second');
select lives_ok(
    $$select flowfabric.ff_complete(pg_temp.claim(), '{"done": true}')$$,
    'given it is completed'
);
select pg_temp.advance('1 second');
select is(
    pg_temp.described(
        '00000000-0000-7000-8000-000000000001',
        'lifecycle_phase', 'ownership_state', 'eligibility_state', 'blocking_reason',
        'terminal_outcome', 'attempt_state', 'public_state', 'attempt_index', 'attempt_type',
        'total_attempt_count', 'lease_id', 'lease_epoch', 'lease_expires_at', 'lease_remaining_ms',
        'lease_renewed_at', 'worker_id', 'worker_instance_id', 'started_at', 'updated_at',
        'terminal_at', 'failure_reason'
    ),
    '{
        "lifecycle_phase": "terminal",
        "ownership_state": "unowned",
        "eligibility_state": "not_applicable",
        "blocking_reason": "none",
        "terminal_outcome": "success",
        "attempt_state": "attempt_terminal",
        "public_state": "completed",
        "attempt_index": 0,
        "attempt_type": "initial",
        "total_attempt_count": 1,
        "lease_id": null,
        "lease_epoch": 1,
        "lease_expires_at": null,
        "lease_remaining_ms": null,
        "lease_renewed_at": null,
        "worker_id": null,
        "worker_instance_id": null,
        "started_at": "2030-01-01T12:00:01+00:00",
        "updated_at": "2030-01-01T12:00:01+00:00",
        "terminal_at": "2030-01-01T12:00:01+00:00",
        "failure_reason": null
    }',
    'the execution has ended, and has no holder'
);
select is(
    pg_temp.described(
        '00000000-0000-7000-8000-000000000001', 'claimable_at', 'claimable_in_ms'
    ),
    '{"claimable_at": null, "claimable_in_ms": null}',
    'it will never be claimable: the time until then is null, not 0 ms'
);
select * from finish();
rollback;
