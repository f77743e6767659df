-- tests_sql/execution/ff_describe_execution/shows_a_held_lease.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
-- given a worker took an execution a second ago and renewed its lease; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given an execution'
);
create temporary table claimed as
select c.* from flowfabric.ff_claim('lane', 'a', 'a-1', p_lease_ttl_ms => 30000) as c;
select pg_temp.advance('1 second');
select is(
    pg_temp.described(
        '00000000-0000-7000-8000-000000000001',
        'lifecycle_phase', 'ownership_state', 'eligibility_state', 'blocking_reason',
        'terminal_outcome', 'attempt_state', 'public_state', 'claimable_at', 'claimable_in_ms',
        'attempt_index', 'attempt_type', 'total_attempt_count', 'lease_epoch', 'lease_expires_at',
        'lease_remaining_ms', 'lease_renewed_at', 'worker_id', 'worker_instance_id', 'created_at',
        'started_at', 'updated_at', 'terminal_at'
    ),
    '{
        "lifecycle_phase": "active",
        "ownership_state": "leased",
        "eligibility_state": "not_applicable",
        "blocking_reason": "none",
        "terminal_outcome": "none",
        "attempt_state": "running_attempt",
        "public_state": "active",
        "claimable_at": "2030-01-01T12:00:30+00:00",
        "claimable_in_ms": 29000,
        "attempt_index": 0,
        "attempt_type": "initial",
        "total_attempt_count": 1,
        "lease_epoch": 1,
        "lease_expires_at": "2030-01-01T12:00:30+00:00",
        "lease_remaining_ms": 29000,
        "lease_renewed_at": null,
        "worker_id": "a",
        "worker_instance_id": "a-1",
        "created_at": "2030-01-01T12:00:00+00:00",
        "started_at": "2030-01-01T12:00:00+00:00",
        "updated_at": "2030-01-01T12:00:00+00:00",
        "terminal_at": null
    }',
    'it is active, with the lease and its remaining time'
);
select results_eq(
    $$select d.lease_id, d.attempt_id
    from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001') as d$$,
    'select c.lease_id, c.attempt_id from claimed as c',
    'the ids are those that the worker has'
);
select lives_ok(
    'select flowfabric.ff_renew(c.handle, 60000) from claimed as c',
    'given the worker renews'
);
select is(
    pg_temp.described(
        '00000000-0000-7000-8000-000000000001',
        'lease_epoch', 'lease_expires_at', 'lease_remaining_ms', 'lease_renewed_at', 'claimable_at',
        'updated_at', 'started_at'
    ),
    '{
        "lease_epoch": 1,
        "lease_expires_at": "2030-01-01T12:01:01+00:00",
        "lease_remaining_ms": 60000,
        "lease_renewed_at": "2030-01-01T12:00:01+00:00",
        "claimable_at": "2030-01-01T12:01:01+00:00",
        "updated_at": "2030-01-01T12:00:01+00:00",
        "started_at": "2030-01-01T12:00:00+00:00"
    }',
    'the renewal is shown'
);
select * from finish();
rollback;
