-- What public functions answer: one composite type for each dataclass of the driver.
-- Enumerations are answered as text, so that a client needs no type of ours.

create type ff_created_execution as (
    execution_id uuid,
    outcome text,
    public_state text
);

create type ff_created_item as (
    execution_id uuid,
    outcome text,
    public_state text,
    error_code text,
    error_detail jsonb
);

create type ff_claimed_execution as (
    handle text,
    execution_id uuid,
    kind text,
    input jsonb,
    payload bytea,
    attempt_index integer,
    attempt_type text,
    attempt_id uuid,
    lease_id uuid,
    lease_epoch bigint,
    lease_expires_at timestamptz,
    lease_remaining_ms bigint,
    lane_id text,
    namespace text,
    tags jsonb,
    flow_id uuid,
    deadline_at timestamptz
);

create type ff_lease_renewal as (
    lease_expires_at timestamptz,
    lease_remaining_ms bigint,
    lease_epoch bigint,
    cancel_requested boolean
);

create type ff_hung_doorbell as (
    channels text[],
    expires_at timestamptz,
    remaining_ms bigint
);

create type ff_outlook as (
    next_due_in_ms bigint,
    is_complete boolean
);

create type ff_finished_execution as (
    execution_id uuid,
    public_state text,
    is_replay boolean
);

create type ff_finished_item as (
    execution_id uuid,
    outcome text,
    public_state text,
    is_replay boolean,
    error_code text,
    error_detail jsonb
);

create type ff_failed_attempt as (
    outcome text,
    retry_at timestamptz,
    retry_in_ms bigint,
    next_attempt_index integer,
    is_replay boolean
);

create type ff_execution_description as (
    execution_id uuid,
    lane_id text,
    namespace text,
    kind text,
    priority integer,
    required_capabilities text[],
    flow_id uuid,
    lifecycle_phase text,
    ownership_state text,
    eligibility_state text,
    blocking_reason text,
    terminal_outcome text,
    attempt_state text,
    public_state text,
    claimable_at timestamptz,
    claimable_in_ms bigint,
    attempt_index integer,
    attempt_id uuid,
    attempt_type text,
    total_attempt_count integer,
    retry_count integer,
    lease_reclaim_count integer,
    replay_count integer,
    lease_id uuid,
    lease_epoch bigint,
    lease_expires_at timestamptz,
    lease_remaining_ms bigint,
    lease_renewed_at timestamptz,
    worker_id text,
    worker_instance_id text,
    progress_percent integer,
    progress_message text,
    failure_reason text,
    failure_category text,
    cancellation_reason text,
    cancelled_by text,
    created_at timestamptz,
    started_at timestamptz,
    updated_at timestamptz,
    terminal_at timestamptz,
    deadline_at timestamptz,
    idempotency_key text,
    tags jsonb,
    policy jsonb,
    input jsonb,
    payload bytea,
    suspension jsonb
);

create type ff_execution_result as (
    execution_id uuid,
    public_state text,
    output jsonb,
    result bytea,
    failure_reason text,
    failure_category text,
    failure_detail jsonb,
    terminal_at timestamptz
);

create type ff_attempt_description as (
    execution_id uuid,
    attempt_index integer,
    attempt_id uuid,
    attempt_type text,
    outcome text,
    worker_id text,
    worker_instance_id text,
    lease_id uuid,
    lease_epoch bigint,
    started_at timestamptz,
    ended_at timestamptz,
    failure_reason text,
    failure_category text,
    failure_detail jsonb,
    retry_at timestamptz
);

create type ff_registered_lane as (
    lane_id text,
    outcome text
);

create type ff_lane_description as (
    lane_id text,
    state text,
    default_policy jsonb,
    options jsonb,
    is_registered boolean,
    registered_at timestamptz,
    updated_at timestamptz
);

create type ff_check_finding as (
    invariant text,
    execution_id uuid,
    detail jsonb
);

comment on type ff_created_execution is 'Answer of ff_create_execution; outcome is created or duplicate.';
comment on type ff_created_item is 'Answer of ff_create_executions for one item; error_code says why an item was refused.';
comment on type ff_claimed_execution is 'Answer of every claim: the work, and the lease on it.';
comment on type ff_lease_renewal is 'Answer of ff_renew and ff_assert_lease: how long the lease still lasts.';
comment on type ff_hung_doorbell is 'Answer of ff_hang_doorbell: the channels to listen on, and until when.';
comment on type ff_outlook is 'Answer of ff_look_ahead: when something is due, and whether more can come without a ring.';
comment on type ff_finished_execution is 'Answer of ff_complete; is_replay tells a re-sent call.';
comment on type ff_finished_item is 'Answer of ff_complete_batch for one item; error_code says why an item was refused.';
comment on type ff_failed_attempt is 'Answer of ff_fail: retry_scheduled with its time, or terminal_failed.';
comment on type ff_execution_description is 'Answer of ff_describe_execution: the effective state and all that is known.';
comment on type ff_execution_result is 'Answer of ff_get_execution_result: how an execution ended, and with what.';
comment on type ff_attempt_description is 'Answer of ff_list_attempts: one attempt.';
comment on type ff_registered_lane is 'Answer of ff_register_lane; outcome is registered or updated.';
comment on type ff_lane_description is 'Answer of ff_list_lanes: one lane.';
comment on type ff_check_finding is 'Answer of ff_check: one broken invariant.';

create type ff_tick_job as (
    job text,
    processed bigint,
    errors bigint,
    more boolean
);

comment on type ff_tick_job is 'Answer of ff_tick for one job: what it did, and whether there is more to do.';

create type ff_renewed_item as (
    execution_id uuid,
    outcome text,
    lease_expires_at timestamptz,
    lease_remaining_ms bigint,
    lease_epoch bigint,
    cancel_requested boolean,
    error_code text,
    error_detail jsonb
);

create type ff_released_execution as (
    execution_id uuid,
    public_state text,
    claimable_at timestamptz,
    claimable_in_ms bigint,
    is_replay boolean
);

create type ff_cancelled_execution as (
    execution_id uuid,
    outcome text,
    public_state text,
    previous_phase text,
    is_replay boolean
);

create type ff_replayed_execution as (
    execution_id uuid,
    outcome text,
    public_state text,
    replay_count integer
);

create type ff_changed_priority as (
    execution_id uuid,
    outcome text,
    old_priority integer,
    new_priority integer
);

create type ff_revoked_lease as (
    execution_id uuid,
    outcome text,
    why text,
    lease_id uuid,
    lease_epoch bigint
);

create type ff_execution_summary as (
    execution_id uuid,
    lane_id text,
    namespace text,
    kind text,
    priority integer,
    public_state text,
    attempt_index integer,
    worker_instance_id text,
    created_at timestamptz,
    updated_at timestamptz,
    terminal_at timestamptz,
    tags jsonb
);

create type ff_expired_lease as (
    execution_id uuid,
    lane_id text,
    namespace text,
    lease_id uuid,
    lease_epoch bigint,
    worker_id text,
    worker_instance_id text,
    lease_expires_at timestamptz,
    expired_since_ms bigint,
    attempt_index integer,
    page_key text
);

create type ff_history_entry as (
    occurred_at timestamptz,
    what text,
    attempt_index integer,
    lease_epoch bigint,
    worker_id text,
    worker_instance_id text,
    details jsonb
);

create type _history_entry as (
    occurred_at timestamptz,
    what text,
    attempt_index integer,
    lease_epoch bigint,
    worker_id text,
    worker_instance_id text,
    details jsonb,
    step integer
);

create type ff_execution_tag as (
    execution_id uuid,
    tag_key text,
    tag_value text
);

create type ff_changed_lane_state as (
    lane_id text,
    outcome text,
    old_state text,
    new_state text
);

comment on type ff_renewed_item is 'Answer of ff_renew_batch for one item; error_code says why a lease was not renewed.';
comment on type ff_released_execution is 'Answer of ff_delay: when the execution is due again.';
comment on type ff_cancelled_execution is 'Answer of ff_cancel_execution; previous_phase is where it was cancelled from.';
comment on type ff_replayed_execution is 'Answer of ff_replay_execution.';
comment on type ff_changed_priority is 'Answer of ff_change_priority.';
comment on type ff_revoked_lease is 'Answer of ff_revoke_lease: revoked, or already_satisfied and why.';
comment on type ff_execution_summary is 'Answer of ff_list_executions: one execution in short.';
comment on type ff_expired_lease is 'Answer of ff_list_expired_leases: one lease that lapsed and was not taken over.';
comment on type ff_history_entry is 'Answer of ff_history: one thing that happened.';
comment on type _history_entry is 'The same with its step, which orders what happened at one instant.';
comment on type ff_execution_tag is 'Answer of ff_set_execution_tag.';
comment on type ff_changed_lane_state is 'Answer of ff_set_lane_state; outcome is changed or unchanged.';
