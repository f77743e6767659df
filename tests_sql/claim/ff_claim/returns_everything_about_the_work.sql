begin;
select plan(7);
\ir ../../lib/clock.sql

-- given one execution with JSON, one with bytes; when a worker claims twice; then
select flowfabric.ff_create_execution(
    'lane',
    '{"to": "ada"}',
    p_kind => 'welcome',
    p_priority => 7,
    p_deadline_ms => 3600000,
    p_namespace => 'tenant',
    p_tags => '{"cairn.task_id": "t1"}',
    p_execution_id => '00000000-0000-7000-8000-000000000001'
);
select flowfabric.ff_create_execution(
    'lane',
    p_payload => '\x00ff',
    p_execution_id => '00000000-0000-7000-8000-000000000002'
);
create temporary table claimed as
select c.* from flowfabric.ff_claim('lane', 'a', 'a-1', p_lease_ttl_ms => 20000) as c;

select
    is(
        to_jsonb(c) - 'handle' - 'attempt_id' - 'lease_id',
        '{
    "execution_id": "00000000-0000-7000-8000-000000000001",
    "kind": "welcome",
    "input": {"to": "ada"},
    "payload": null,
    "attempt_index": 0,
    "attempt_type": "initial",
    "lease_epoch": 1,
    "lease_expires_at": "2030-01-01T12:00:20+00:00",
    "lease_remaining_ms": 20000,
    "lane_id": "lane",
    "namespace": "tenant",
    "tags": {"cairn.task_id": "t1"},
    "flow_id": null,
    "deadline_at": "2030-01-01T13:00:00+00:00"
    }',
        'the claim returns the work and the lease on it'
    )
from claimed as c;
select
    ok(
        c.attempt_id is not null and c.lease_id is not null,
        'the attempt and the lease are new ones'
    )
from claimed as c;
select
    is(
        left(c.handle, 103),
        format(
            '00000000-0000-7000-8000-000000000001:%s:0000000000000000001:00020000:', c.lease_id
        ),
        'the handle carries the fence and the ttl'
    )
from claimed as c;
select
    is(
        to_jsonb(d) - 'lease_id' - 'attempt_id' - 'created_at' - 'updated_at' - 'policy',
        '{
    "execution_id": "00000000-0000-7000-8000-000000000001",
    "lane_id": "lane",
    "namespace": "tenant",
    "kind": "welcome",
    "priority": 7,
    "required_capabilities": [],
    "flow_id": null,
    "lifecycle_phase": "active",
    "ownership_state": "leased",
    "eligibility_state": "not_applicable",
    "blocking_reason": "none",
    "terminal_outcome": "none",
    "attempt_state": "running_attempt",
    "public_state": "active",
    "claimable_at": "2030-01-01T12:00:20+00:00",
    "claimable_in_ms": 20000,
    "attempt_index": 0,
    "attempt_type": "initial",
    "total_attempt_count": 1,
    "retry_count": 0,
    "lease_reclaim_count": 0,
    "replay_count": 0,
    "lease_epoch": 1,
    "lease_expires_at": "2030-01-01T12:00:20+00:00",
    "lease_remaining_ms": 20000,
    "lease_renewed_at": null,
    "worker_id": "a",
    "worker_instance_id": "a-1",
    "progress_percent": null,
    "progress_message": null,
    "failure_reason": null,
    "failure_category": null,
    "cancellation_reason": null,
    "cancelled_by": null,
    "started_at": "2030-01-01T12:00:00+00:00",
    "terminal_at": null,
    "deadline_at": "2030-01-01T13:00:00+00:00",
    "idempotency_key": null,
    "tags": {"cairn.task_id": "t1"},
    "input": {"to": "ada"},
    "payload": null,
    "suspension": null,
    "parent_id": null,
    "parent_step_key": null,
    "life": null,
    "waits": null,
    "cancel_at": null
    }',
        'the execution is active and held by the claimer'
    )
from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001') as d;
select is(
    (
        select row(d.lease_id, d.attempt_id)::text
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001') as d
    ),
    (select row(c.lease_id, c.attempt_id)::text from claimed as c),
    'the stored values are those that were returned'
);
select is(
    (
        select row(c.execution_id, c.kind, c.input, c.payload, c.lease_remaining_ms)::text
        from flowfabric.ff_claim('lane', 'a', 'a-1') as c
    ),
    row(
        '00000000-0000-7000-8000-000000000002', 'default', null, '\x00ff'::bytea, 30000
    )::text,
    'bytes come back as bytes; the lease lasts 30 s by default'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
