-- tests_sql/submit/ff_create_execution/keeps_everything_submitted.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
-- when an execution is submitted with every possible argument; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        p_lane_id => 'lane',
        p_input => '{"a": [1, "b", null]}',
        p_kind => 'welcome',
        p_priority => 9000,
        p_required_capabilities => '{gpu,eu}',
        p_delay_ms => 60000,
        p_deadline_ms => 120000,
        p_idempotency_key => 'key',
        p_namespace => 'tenant',
        p_tags => '{"app.owner": "ada"}',
        p_policy => '{"max_reclaim_count": 7}',
        p_execution_id => '00000000-0000-7000-8000-000000000001',
        p_actor => 'importer'
    )$$,
    'all of them are accepted'
);
select
    is(
        to_jsonb(d) - array['attempt_id', 'lease_id', 'worker_id', 'worker_instance_id'],
        '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "lane_id": "lane",
        "namespace": "tenant",
        "kind": "welcome",
        "priority": 9000,
        "required_capabilities": ["eu", "gpu"],
        "flow_id": null,
        "lifecycle_phase": "runnable",
        "ownership_state": "unowned",
        "eligibility_state": "not_eligible_until_time",
        "blocking_reason": "waiting_for_delay",
        "terminal_outcome": "none",
        "attempt_state": "pending_first_attempt",
        "public_state": "delayed",
        "claimable_at": "2030-01-01T12:01:00+00:00",
        "claimable_in_ms": 60000,
        "attempt_index": null,
        "attempt_type": null,
        "total_attempt_count": 0,
        "retry_count": 0,
        "lease_reclaim_count": 0,
        "replay_count": 0,
        "lease_epoch": 0,
        "lease_expires_at": null,
        "lease_remaining_ms": null,
        "lease_renewed_at": null,
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
        "deadline_at": "2030-01-01T12:02:00+00:00",
        "idempotency_key": "key",
        "tags": {"app.owner": "ada"},
        "policy": {"max_reclaim_count": 7},
        "input": {"a": [1, "b", null]},
        "payload": null,
        "suspension": null,
        "parent_id": null,
        "parent_step_key": null,
        "life": null,
        "waits": null,
        "cancel_at": null
    }',
        'each of them is stored'
    )
from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001') as d;
select is(
    (select e.created_by from flowfabric.ff_exec_core as e),
    session_user::text,
    'the login is recorded'
);
select is(
    (select e.creating_actor from flowfabric.ff_exec_core as e),
    'importer',
    'the actor is recorded'
);
select * from finish();
rollback;
