-- tests_sql/submit/ff_create_execution/returns_a_waiting_execution.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
-- given only a lane; when an execution is submitted; then
select
    is(
        to_jsonb(c) - 'execution_id',
        '{"outcome": "created", "public_state": "waiting"}',
        'it is created, and waiting'
    )
from flowfabric.ff_create_execution('lane') as c;
select matches(
    (select c.execution_id::text from flowfabric.ff_create_execution('lane') as c),
    '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
    'its id is a UUIDv7'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given another execution with an id of the caller'
);
select
    is(
        to_jsonb(d),
        '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "lane_id": "lane",
        "namespace": "default",
        "kind": "default",
        "priority": 0,
        "required_capabilities": [],
        "flow_id": null,
        "lifecycle_phase": "runnable",
        "ownership_state": "unowned",
        "eligibility_state": "eligible_now",
        "blocking_reason": "waiting_for_worker",
        "terminal_outcome": "none",
        "attempt_state": "pending_first_attempt",
        "public_state": "waiting",
        "claimable_at": "2030-01-01T12:00:00+00:00",
        "claimable_in_ms": 0,
        "attempt_index": null,
        "attempt_id": null,
        "attempt_type": null,
        "total_attempt_count": 0,
        "retry_count": 0,
        "lease_reclaim_count": 0,
        "replay_count": 0,
        "lease_id": null,
        "lease_epoch": 0,
        "lease_expires_at": null,
        "lease_remaining_ms": null,
        "lease_renewed_at": null,
        "worker_id": null,
        "worker_instance_id": null,
        "progress_percent": null,
        "progress_message": null,
        "failure_reason": null,
        "failure_category": null,
        "cancellation_reason": null,
        "cancelled_by": null,
        "created_at": "2030-01-01T12:00:00+00:00",
        "started_at": null,
        "updated_at": "2030-01-01T12:00:00+00:00",
        "terminal_at": null,
        "deadline_at": null,
        "idempotency_key": null,
        "tags": {},
        "policy": null,
        "input": null,
        "payload": null,
        "suspension": null,
        "parent_id": null,
        "parent_step_key": null,
        "life": null,
        "waits": null,
        "cancel_at": null
    }',
        'it is runnable, eligible now, without a holder, and every counter is 0'
    )
from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001') as d;
select is_empty(
    'select 1 from flowfabric.ff_event',
    'a submission writes no event'
);
select * from finish();
rollback;
