-- Answers of public functions: one composite type for each dataclass of the driver.
-- Enumerations are returned as text, so that a client needs no type of this schema.

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
    tick_due_in_ms bigint,
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
    suspension jsonb,
    parent_id uuid,
    parent_step_key text,
    life integer,
    waits jsonb,
    cancel_at timestamptz
);

create type ff_execution_result as (
    execution_id uuid,
    public_state text,
    output jsonb,
    result bytea,
    failure_reason text,
    failure_category text,
    failure_detail jsonb,
    cancellation_reason text,
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
    updated_at timestamptz,
    counts jsonb,
    is_count_at_least boolean,
    counted_at timestamptz
);

create type ff_check_finding as (
    invariant text,
    execution_id uuid,
    detail jsonb
);

create type ff_checked_page as (
    findings ff_check_finding[],
    looked_at_count integer,
    after uuid,
    is_more boolean
);

comment on type ff_created_execution is 'Answer of ff_create_execution; outcome is created or duplicate.';
comment on column ff_created_execution.execution_id is 'The execution; of a duplicate the first one.';
comment on column ff_created_execution.outcome is 'created or duplicate.';
comment on column ff_created_execution.public_state is 'Its public state: waiting, delayed, rate_limited, waiting_children, active, suspended, completed, failed, cancelled, expired or skipped.';

comment on type ff_created_item is 'Answer of ff_create_executions for one item; error_code says why an item was refused.';
comment on column ff_created_item.execution_id is 'The execution; null: the item was refused.';
comment on column ff_created_item.outcome is 'created, duplicate, invalid or the symbol of an error.';
comment on column ff_created_item.public_state is 'Its public state, as of ff_created_execution; null: the item was refused.';
comment on column ff_created_item.error_code is 'The SQLSTATE of the refusal; null: the item was not refused.';
comment on column ff_created_item.error_detail is 'The detail of the refusal, a JSON object; null: the item was not refused.';

comment on type ff_claimed_execution is 'Answer of every claim: the work, and the lease on it.';
comment on column ff_claimed_execution.handle is 'The execution and its lease in one text, for every later call of the holder.';
comment on column ff_claimed_execution.execution_id is 'The execution.';
comment on column ff_claimed_execution.kind is 'The kind of work, chosen by the submitter.';
comment on column ff_claimed_execution.input is 'The work as JSON; null: it was given as bytes or not at all.';
comment on column ff_claimed_execution.payload is 'The work as bytes; null: it was given as JSON or not at all.';
comment on column ff_claimed_execution.attempt_index is 'The index of the attempt, from 0.';
comment on column ff_claimed_execution.attempt_type is 'Why the claim was made: initial, retry, replay, reclaim, or resume for an attempt that goes on.';
comment on column ff_claimed_execution.attempt_id is 'The attempt.';
comment on column ff_claimed_execution.lease_id is 'The lease.';
comment on column ff_claimed_execution.lease_epoch is 'The epoch of the lease; each change of ownership counts up.';
comment on column ff_claimed_execution.lease_expires_at is 'When the lease expires.';
comment on column ff_claimed_execution.lease_remaining_ms is 'Milliseconds until lease_expires_at.';
comment on column ff_claimed_execution.lane_id is 'The lane.';
comment on column ff_claimed_execution.namespace is 'The namespace of the execution.';
comment on column ff_claimed_execution.tags is 'The tags: a JSON object of texts.';
comment on column ff_claimed_execution.flow_id is 'The flow that the execution is a member of; null: none.';
comment on column ff_claimed_execution.deadline_at is 'When the execution expires unless it has ended; null: it has no deadline.';

comment on type ff_lease_renewal is 'Answer of ff_renew and ff_assert_lease: how long the lease still lasts.';
comment on column ff_lease_renewal.lease_expires_at is 'When the lease expires.';
comment on column ff_lease_renewal.lease_remaining_ms is 'Milliseconds until lease_expires_at.';
comment on column ff_lease_renewal.lease_epoch is 'The epoch of the lease.';
comment on column ff_lease_renewal.cancel_requested is 'Whether the worker is asked to stop.';

comment on type ff_hung_doorbell is 'Answer of ff_hang_doorbell: the channels to listen on, and until when.';
comment on column ff_hung_doorbell.channels is 'The channels to listen on.';
comment on column ff_hung_doorbell.expires_at is 'When the doorbell expires.';
comment on column ff_hung_doorbell.remaining_ms is 'Milliseconds until expires_at.';

comment on type ff_outlook is 'Answer of ff_look_ahead: when something is due, and whether more can come without a ring.';
comment on column ff_outlook.next_due_in_ms is 'Milliseconds until something is due, 0: now; null: nothing is scheduled.';
comment on column ff_outlook.tick_due_in_ms is 'Milliseconds until maintenance has something to do, 0: now; null: nothing is known.';
comment on column ff_outlook.is_complete is 'Whether everything that becomes due later is announced by a notification.';

comment on type ff_finished_execution is 'Answer of ff_complete; is_replay tells a re-sent call.';
comment on column ff_finished_execution.execution_id is 'The execution.';
comment on column ff_finished_execution.public_state is 'Its public state now.';
comment on column ff_finished_execution.is_replay is 'Whether this call repeats one that had its effect before.';

comment on type ff_finished_item is 'Answer of ff_complete_batch for one item; error_code says why an item was refused.';
comment on column ff_finished_item.execution_id is 'The execution; null: the item is not a handle.';
comment on column ff_finished_item.outcome is 'completed or the symbol of an error.';
comment on column ff_finished_item.public_state is 'Its public state now; null: the item was refused.';
comment on column ff_finished_item.is_replay is 'Whether this call repeats one that had its effect before.';
comment on column ff_finished_item.error_code is 'The SQLSTATE of the refusal; null: the item was not refused.';
comment on column ff_finished_item.error_detail is 'The detail of the refusal, a JSON object; null: the item was not refused.';

comment on type ff_failed_attempt is 'Answer of ff_fail: retry_scheduled with its time, or terminal_failed.';
comment on column ff_failed_attempt.outcome is 'retry_scheduled or terminal_failed.';
comment on column ff_failed_attempt.retry_at is 'When the execution is due again; null: it is not retried.';
comment on column ff_failed_attempt.retry_in_ms is 'Milliseconds until retry_at; null: it is not retried.';
comment on column ff_failed_attempt.next_attempt_index is 'The index of the next attempt; null: it is not retried.';
comment on column ff_failed_attempt.is_replay is 'Whether this call repeats one that had its effect before.';

comment on type ff_execution_description is 'Answer of ff_describe_execution: the effective state and all that is known.';
comment on column ff_execution_description.execution_id is 'The execution.';
comment on column ff_execution_description.lane_id is 'The lane.';
comment on column ff_execution_description.namespace is 'The namespace of the execution.';
comment on column ff_execution_description.kind is 'The kind of work, chosen by the submitter.';
comment on column ff_execution_description.priority is 'The priority; a higher one is claimed first.';
comment on column ff_execution_description.required_capabilities is 'The capabilities that a worker needs to claim it.';
comment on column ff_execution_description.flow_id is 'The flow that it is a member of; null: none.';
comment on column ff_execution_description.lifecycle_phase is 'State dimension: submitted, runnable, active, suspended or terminal.';
comment on column ff_execution_description.ownership_state is 'State dimension: unowned, leased, lease_expired_reclaimable or lease_revoked.';
comment on column ff_execution_description.eligibility_state is 'State dimension: whether a claim may take it.';
comment on column ff_execution_description.blocking_reason is 'State dimension: the reason why it cannot run, or none.';
comment on column ff_execution_description.terminal_outcome is 'State dimension: none, success, failed, cancelled, expired or skipped.';
comment on column ff_execution_description.attempt_state is 'State dimension: where the current attempt stands.';
comment on column ff_execution_description.public_state is 'Its public state: waiting, delayed, rate_limited, waiting_children, active, suspended, completed, failed, cancelled, expired or skipped.';
comment on column ff_execution_description.claimable_at is 'When claims find it, to take it or to apply a timeout, unless its lane, its flow or a limit keeps it back; null: never by time alone.';
comment on column ff_execution_description.claimable_in_ms is 'Milliseconds until claimable_at; null: never by time alone.';
comment on column ff_execution_description.attempt_index is 'The index of the current or last attempt, from 0; null: none has begun.';
comment on column ff_execution_description.attempt_id is 'The current or last attempt; null: none has begun.';
comment on column ff_execution_description.attempt_type is 'Why that attempt was started: initial, retry, replay or reclaim; null: none has begun.';
comment on column ff_execution_description.total_attempt_count is 'The number of attempts so far.';
comment on column ff_execution_description.retry_count is 'Failures that were followed by a retry, since the last replay.';
comment on column ff_execution_description.lease_reclaim_count is 'Takeovers from a lost lease, since the last replay.';
comment on column ff_execution_description.replay_count is 'The number of replays.';
comment on column ff_execution_description.lease_id is 'The lease that is held or was lost; null: no lease.';
comment on column ff_execution_description.lease_epoch is 'The epoch of the last lease; each change of ownership counts up.';
comment on column ff_execution_description.lease_expires_at is 'When that lease expires or expired; null: no lease.';
comment on column ff_execution_description.lease_remaining_ms is 'Milliseconds until lease_expires_at, at least 0; null: no lease.';
comment on column ff_execution_description.lease_renewed_at is 'When that lease was last renewed; null: no lease.';
comment on column ff_execution_description.worker_id is 'The worker that holds or lost that lease; null: no lease.';
comment on column ff_execution_description.worker_instance_id is 'The process of that worker; null: no lease.';
comment on column ff_execution_description.progress_percent is 'The progress that was last reported; null: none was.';
comment on column ff_execution_description.progress_message is 'The progress that was last reported, in words; null: none was.';
comment on column ff_execution_description.failure_reason is 'The reason of the last failure; null: no attempt has failed.';
comment on column ff_execution_description.failure_category is 'The category of the last failure; null: none was given.';
comment on column ff_execution_description.cancellation_reason is 'Why it was cancelled; null: it was not.';
comment on column ff_execution_description.cancelled_by is 'The source of the cancellation; null: it was not cancelled.';
comment on column ff_execution_description.created_at is 'When it was submitted.';
comment on column ff_execution_description.started_at is 'When it was first claimed; null: never.';
comment on column ff_execution_description.updated_at is 'When it was last changed.';
comment on column ff_execution_description.terminal_at is 'When it ended; null: it has not.';
comment on column ff_execution_description.deadline_at is 'When it expires unless it has ended; null: it has no deadline.';
comment on column ff_execution_description.idempotency_key is 'The key it was submitted under; null: none.';
comment on column ff_execution_description.tags is 'The tags: a JSON object of texts.';
comment on column ff_execution_description.policy is 'The effective policy, a JSON object; null: all defaults.';
comment on column ff_execution_description.input is 'The work as JSON; null: it was given as bytes or not at all.';
comment on column ff_execution_description.payload is 'The work as bytes; null: it was given as JSON or not at all.';
comment on column ff_execution_description.suspension is 'The last suspension of the current attempt, a JSON object; null: it was not suspended.';
comment on column ff_execution_description.parent_id is 'The execution whose step submitted it; null: none.';
comment on column ff_execution_description.parent_step_key is 'That step; null: none.';
comment on column ff_execution_description.life is 'The number of its life, which ff_continue_as_new counts up; null: the first one.';
comment on column ff_execution_description.waits is 'The open waits of its steps: a JSON array of objects with step_key, kind, reason and wake_at; null: none.';
comment on column ff_execution_description.cancel_at is 'The end of the grace of its cancellation; null: none was requested, or the grace has ended.';

comment on type ff_execution_result is 'Answer of ff_get_execution_result: how an execution ended, and with what.';
comment on column ff_execution_result.execution_id is 'The execution.';
comment on column ff_execution_result.public_state is 'Its public state: completed, failed, cancelled, expired or skipped.';
comment on column ff_execution_result.output is 'The result as JSON; null: it was given as bytes or not at all.';
comment on column ff_execution_result.result is 'The result as bytes; null: it was given as JSON or not at all.';
comment on column ff_execution_result.failure_reason is 'The reason of the failure; null: it did not fail.';
comment on column ff_execution_result.failure_category is 'The category of the failure; null: none was given.';
comment on column ff_execution_result.failure_detail is 'The detail of the failure, as JSON; null: none was given.';
comment on column ff_execution_result.cancellation_reason is 'Why it was cancelled; null: it was not.';
comment on column ff_execution_result.terminal_at is 'When it ended.';

comment on type ff_attempt_description is 'Answer of ff_list_attempts: one attempt.';
comment on column ff_attempt_description.execution_id is 'The execution.';
comment on column ff_attempt_description.attempt_index is 'The index of the attempt, from 0.';
comment on column ff_attempt_description.attempt_id is 'The attempt.';
comment on column ff_attempt_description.attempt_type is 'Why the attempt was started: initial, retry, replay or reclaim.';
comment on column ff_attempt_description.outcome is 'ended_success, ended_failure, ended_cancelled, ended_expired or interrupted_reclaimed; null: it has not ended.';
comment on column ff_attempt_description.worker_id is 'The worker that held its last lease.';
comment on column ff_attempt_description.worker_instance_id is 'The process of that worker.';
comment on column ff_attempt_description.lease_id is 'Its last lease.';
comment on column ff_attempt_description.lease_epoch is 'The epoch of that lease.';
comment on column ff_attempt_description.started_at is 'When it began.';
comment on column ff_attempt_description.ended_at is 'When it ended; null: it has not.';
comment on column ff_attempt_description.failure_reason is 'The reason of its failure; null: it has not failed.';
comment on column ff_attempt_description.failure_category is 'The category of its failure; null: none was given.';
comment on column ff_attempt_description.failure_detail is 'The detail of its failure, as JSON; null: none was given.';
comment on column ff_attempt_description.retry_at is 'When its retry was scheduled for; null: it was not retried.';

comment on type ff_registered_lane is 'Answer of ff_register_lane; outcome is registered or updated.';
comment on column ff_registered_lane.lane_id is 'The lane.';
comment on column ff_registered_lane.outcome is 'registered or updated.';

comment on type ff_lane_description is 'Answer of ff_list_lanes: one lane.';
comment on column ff_lane_description.lane_id is 'The lane.';
comment on column ff_lane_description.state is 'active, paused, draining or disabled.';
comment on column ff_lane_description.default_policy is 'The values of keys that the policy of a submission leaves out, a JSON object; null: no default was set.';
comment on column ff_lane_description.options is 'The options of the lane, a JSON object.';
comment on column ff_lane_description.is_registered is 'Whether it was registered; else it was only submitted to.';
comment on column ff_lane_description.registered_at is 'When it was first registered; null: never.';
comment on column ff_lane_description.updated_at is 'When it was last changed; null: never.';
comment on column ff_lane_description.counts is 'The number of executions that are waiting, delayed, rate_limited and active, a JSON object of numbers; null: no tick has counted them.';
comment on column ff_lane_description.is_count_at_least is 'Whether there were more than were counted; null: no tick has counted them.';
comment on column ff_lane_description.counted_at is 'When they were counted; null: no tick has counted them.';

comment on type ff_check_finding is 'Answer of ff_check: one broken invariant.';
comment on column ff_check_finding.invariant is 'The name of the broken invariant.';
comment on column ff_check_finding.execution_id is 'The execution that breaks it; null: it concerns no single one.';
comment on column ff_check_finding.detail is 'The finding, as JSON.';

comment on type ff_checked_page is 'Answer of ff_check_page: the broken invariants of the executions of one page.';
comment on column ff_checked_page.findings is 'The broken invariants, in the order of the executions.';
comment on column ff_checked_page.looked_at_count is 'The number of executions that were looked at.';
comment on column ff_checked_page.after is 'The last execution that was looked at: p_after of the next page; null: the call looked at no execution.';
comment on column ff_checked_page.is_more is 'Whether there are further executions.';

create type ff_tick_job as (
    job text,
    processed bigint,
    errors bigint,
    more boolean
);

comment on type ff_tick_job is 'Answer of ff_tick for one job: the number of rows that it processed, and whether there is more to do.';
comment on column ff_tick_job.job is 'The name of the job.';
comment on column ff_tick_job.processed is 'The number of rows that it dealt with.';
comment on column ff_tick_job.errors is 'The number of its failures, whose work was undone.';
comment on column ff_tick_job.more is 'Whether there is more to do.';

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
    cancellation_reason text,
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

create type ff_execution_page as (
    executions ff_execution_summary[],
    after uuid,
    is_more boolean
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
comment on column ff_renewed_item.execution_id is 'The execution; null: the item is not a handle.';
comment on column ff_renewed_item.outcome is 'renewed, busy or the symbol of an error.';
comment on column ff_renewed_item.lease_expires_at is 'When the lease expires; null: it was not renewed.';
comment on column ff_renewed_item.lease_remaining_ms is 'Milliseconds until lease_expires_at; null: it was not renewed.';
comment on column ff_renewed_item.lease_epoch is 'The epoch of the lease; null: it was not renewed.';
comment on column ff_renewed_item.cancel_requested is 'Whether the worker is asked to stop; null: it was not renewed.';
comment on column ff_renewed_item.error_code is 'The SQLSTATE of the refusal; null: the item was not refused.';
comment on column ff_renewed_item.error_detail is 'The detail of the refusal, a JSON object; null: the item was not refused.';

comment on type ff_released_execution is 'Answer of ff_delay: when the execution is due again.';
comment on column ff_released_execution.execution_id is 'The execution.';
comment on column ff_released_execution.public_state is 'Its public state now.';
comment on column ff_released_execution.claimable_at is 'When a claim may take it; null: never by time alone, or it has ended.';
comment on column ff_released_execution.claimable_in_ms is 'Milliseconds until claimable_at; null: as claimable_at.';
comment on column ff_released_execution.is_replay is 'Whether this call repeats one that had its effect before.';

comment on type ff_cancelled_execution is 'Answer of ff_cancel_execution; previous_phase is where it was cancelled from.';
comment on column ff_cancelled_execution.execution_id is 'The execution.';
comment on column ff_cancelled_execution.outcome is 'cancelled; or requested, and its holder has a grace.';
comment on column ff_cancelled_execution.public_state is 'Its public state now.';
comment on column ff_cancelled_execution.previous_phase is 'The lifecycle phase that this call found; terminal: the execution had been cancelled before.';
comment on column ff_cancelled_execution.cancellation_reason is 'Why it is cancelled: the reason of the call that did so, or requested it.';
comment on column ff_cancelled_execution.is_replay is 'Whether this call repeats one that had its effect before.';

comment on type ff_replayed_execution is 'Answer of ff_replay_execution.';
comment on column ff_replayed_execution.execution_id is 'The execution.';
comment on column ff_replayed_execution.outcome is 'replayed.';
comment on column ff_replayed_execution.public_state is 'Its public state now.';
comment on column ff_replayed_execution.replay_count is 'The number of replays, with this one.';

comment on type ff_changed_priority is 'Answer of ff_change_priority.';
comment on column ff_changed_priority.execution_id is 'The execution.';
comment on column ff_changed_priority.outcome is 'changed.';
comment on column ff_changed_priority.old_priority is 'The priority before the call.';
comment on column ff_changed_priority.new_priority is 'The priority now.';

comment on type ff_revoked_lease is 'Answer of ff_revoke_lease: revoked, or already_satisfied and why.';
comment on column ff_revoked_lease.execution_id is 'The execution.';
comment on column ff_revoked_lease.outcome is 'revoked or already_satisfied.';
comment on column ff_revoked_lease.why is 'no_active_lease, already_revoked, already_expired, different_worker_instance_id or lease_id_mismatch; null: the lease was revoked.';
comment on column ff_revoked_lease.lease_id is 'The current or last lease; null: it was never claimed.';
comment on column ff_revoked_lease.lease_epoch is 'The epoch of the lease.';

comment on type ff_execution_page is 'Answer of ff_find_executions.';
comment on column ff_execution_page.executions is 'The executions that match, in order.';
comment on column ff_execution_page.after is 'How far the call has looked: the value of p_after for the next page; null: there was nothing to look at.';
comment on column ff_execution_page.is_more is 'Whether there are executions that the call has not looked at.';
comment on type ff_execution_summary is 'Answer of ff_list_executions, and item of ff_find_executions: one execution in short.';
comment on column ff_execution_summary.execution_id is 'The execution.';
comment on column ff_execution_summary.lane_id is 'The lane.';
comment on column ff_execution_summary.namespace is 'The namespace of the execution.';
comment on column ff_execution_summary.kind is 'The kind of work, chosen by the submitter.';
comment on column ff_execution_summary.priority is 'The priority; a higher one is claimed first.';
comment on column ff_execution_summary.public_state is 'Its public state: waiting, delayed, rate_limited, waiting_children, active, suspended, completed, failed, cancelled, expired or skipped.';
comment on column ff_execution_summary.attempt_index is 'The index of the current or last attempt, from 0; null: none has begun.';
comment on column ff_execution_summary.worker_instance_id is 'The process that holds the lease or lost it; null: no lease.';
comment on column ff_execution_summary.created_at is 'When it was submitted.';
comment on column ff_execution_summary.updated_at is 'When it was last changed.';
comment on column ff_execution_summary.terminal_at is 'When it ended; null: it has not.';
comment on column ff_execution_summary.tags is 'The tags: a JSON object of texts.';

comment on type ff_expired_lease is 'Answer of ff_list_expired_leases: one lease that lapsed and was not taken over.';
comment on column ff_expired_lease.execution_id is 'The execution.';
comment on column ff_expired_lease.lane_id is 'The lane.';
comment on column ff_expired_lease.namespace is 'The namespace of the execution.';
comment on column ff_expired_lease.lease_id is 'The lease.';
comment on column ff_expired_lease.lease_epoch is 'The epoch of the lease.';
comment on column ff_expired_lease.worker_id is 'The worker that held it.';
comment on column ff_expired_lease.worker_instance_id is 'The process of that worker.';
comment on column ff_expired_lease.lease_expires_at is 'When it expired.';
comment on column ff_expired_lease.expired_since_ms is 'Milliseconds since lease_expires_at.';
comment on column ff_expired_lease.attempt_index is 'The index of the attempt, from 0.';
comment on column ff_expired_lease.page_key is 'The value of p_after for the next page.';

comment on type ff_history_entry is 'Answer of ff_history: one thing that happened.';
comment on column ff_history_entry.occurred_at is 'When it happened.';
comment on column ff_history_entry.what is 'The kind of event.';
comment on column ff_history_entry.attempt_index is 'The index of the attempt it happened to; null: it concerns none.';
comment on column ff_history_entry.lease_epoch is 'The epoch of the lease it happened under; null: it concerns none.';
comment on column ff_history_entry.worker_id is 'The worker of that lease; null: it concerns none.';
comment on column ff_history_entry.worker_instance_id is 'The process of that worker; null: it concerns none.';
comment on column ff_history_entry.details is 'Further facts, a JSON object; null: none.';

comment on type _history_entry is 'The same with its step, which orders what happened at one instant.';
comment on type ff_execution_tag is 'Answer of ff_set_execution_tag.';
comment on column ff_execution_tag.execution_id is 'The execution.';
comment on column ff_execution_tag.tag_key is 'The key of the tag.';
comment on column ff_execution_tag.tag_value is 'The value of the tag.';

comment on type ff_changed_lane_state is 'Answer of ff_set_lane_state; outcome is changed or unchanged.';
comment on column ff_changed_lane_state.lane_id is 'The lane.';
comment on column ff_changed_lane_state.outcome is 'changed or unchanged.';
comment on column ff_changed_lane_state.old_state is 'The state before the call.';
comment on column ff_changed_lane_state.new_state is 'The state now.';
