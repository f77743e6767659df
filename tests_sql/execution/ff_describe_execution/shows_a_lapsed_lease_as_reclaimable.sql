-- tests_sql/execution/ff_describe_execution/shows_a_lapsed_lease_as_reclaimable.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
-- given a worker took an execution for 30 s and fell silent; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given an execution'
);
select lives_ok(
    $$select flowfabric.ff_claim('lane', 'a', 'a-1', p_lease_ttl_ms => 30000)$$,
    'given the worker'
);
select pg_temp.set_clock('2030-01-01 12:00:29.999999+00');
select is(
    pg_temp.described(
        '00000000-0000-7000-8000-000000000001',
        'ownership_state', 'attempt_state', 'blocking_reason', 'public_state', 'lease_remaining_ms'
    ),
    '{
        "ownership_state": "leased",
        "attempt_state": "running_attempt",
        "blocking_reason": "none",
        "public_state": "active",
        "lease_remaining_ms": 0
    }',
    'a microsecond before its expiry the lease is held'
);
select pg_temp.set_clock('2030-01-01 12:00:30+00');
select is(
    pg_temp.described(
        '00000000-0000-7000-8000-000000000001',
        'lifecycle_phase', 'ownership_state', 'eligibility_state', 'attempt_state',
        'blocking_reason', 'public_state', 'lease_epoch', 'lease_expires_at', 'lease_remaining_ms',
        'worker_id', 'worker_instance_id', 'claimable_in_ms'
    ),
    '{
        "lifecycle_phase": "active",
        "ownership_state": "lease_expired_reclaimable",
        "eligibility_state": "not_applicable",
        "attempt_state": "attempt_interrupted",
        "blocking_reason": "waiting_for_worker",
        "public_state": "active",
        "lease_epoch": 1,
        "lease_expires_at": "2030-01-01T12:00:30+00:00",
        "lease_remaining_ms": 0,
        "worker_id": "a",
        "worker_instance_id": "a-1",
        "claimable_in_ms": 0
    }',
    'at exactly its expiry it can be reclaimed; the former holder is shown'
);
select results_eq(
    'select e.state::text from flowfabric.ff_exec_core as e', $$values ('active')$$,
    'the row itself is unchanged'
);
select pg_temp.advance('1 hour');
select is(
    pg_temp.described(
        '00000000-0000-7000-8000-000000000001', 'lease_remaining_ms', 'claimable_in_ms'
    ),
    '{"lease_remaining_ms": 0, "claimable_in_ms": 0}',
    'the remaining time is never below 0'
);
select * from finish();
rollback;
