-- tests_sql/execution/ff_describe_execution/shows_a_takeover.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/leased_execution.sql
-- given worker "a" fell silent and worker "b" took over; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given an execution'
);
select isnt(pg_temp.claim('a'), null, 'given worker "a"');
select pg_temp.advance('30 seconds');
select isnt(pg_temp.claim('b'), null, 'given worker "b"');
select is(
    pg_temp.described(
        '00000000-0000-7000-8000-000000000001',
        'public_state', 'ownership_state', 'attempt_index', 'attempt_type', 'total_attempt_count',
        'retry_count', 'lease_reclaim_count', 'replay_count', 'lease_epoch', 'lease_expires_at',
        'worker_id', 'worker_instance_id'
    ),
    '{
        "public_state": "active",
        "ownership_state": "leased",
        "attempt_index": 1,
        "attempt_type": "reclaim",
        "total_attempt_count": 2,
        "retry_count": 0,
        "lease_reclaim_count": 1,
        "replay_count": 0,
        "lease_epoch": 2,
        "lease_expires_at": "2030-01-01T12:01:00+00:00",
        "worker_id": "b",
        "worker_instance_id": "b-1"
    }',
    'a takeover counts as a reclaim, not as a retry'
);
select * from finish();
rollback;
