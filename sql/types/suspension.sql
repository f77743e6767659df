create type ff_waitpoint_state as enum (
    'pending', 'active', 'closed'
);

-- The effect of a timeout on a suspension.
create type ff_timeout_behavior as enum (
    'fail', 'cancel', 'expire', 'auto_resume_with_timeout_signal', 'escalate'
);

create type ff_signal_effect as enum (
    'resume_condition_satisfied',
    'appended_to_waitpoint',
    'appended_to_waitpoint_duplicate',
    'signal_ignored_matcher_failed',
    'signal_ignored_own_request',
    'buffered_for_pending_waitpoint'
);

create type ff_suspended_execution as (
    outcome text,
    execution_id uuid,
    suspension_id uuid,
    waitpoints jsonb,
    timeout_at timestamptz,
    timeout_in_ms bigint,
    is_replay boolean
);

create type ff_created_waitpoint as (
    waitpoint_id uuid,
    waitpoint_key text,
    token text,
    expires_at timestamptz,
    remaining_ms bigint
);

create type ff_closed_waitpoint as (
    waitpoint_id uuid,
    outcome text
);

create type ff_delivered_signal as (
    outcome text,
    signal_id uuid,
    effect text,
    public_state text
);

create type ff_resumed_execution as (
    execution_id uuid,
    outcome text,
    public_state text,
    claimable_at timestamptz,
    claimable_in_ms bigint
);

create type ff_observed_signal as (
    signal_id uuid,
    signal_name text,
    signal_category text,
    input jsonb,
    payload bytea,
    waitpoint_id uuid,
    waitpoint_key text,
    source_type text,
    source_identity text,
    correlation_id text,
    accepted_at timestamptz,
    effect text,
    is_satisfier boolean,
    suspension_id uuid
);

create type ff_suspension_summary as (
    execution_id uuid,
    lane_id text,
    namespace text,
    suspension_id uuid,
    reason_code text,
    suspended_at timestamptz,
    suspended_since_ms bigint,
    timeout_at timestamptz,
    timeout_in_ms bigint,
    timeout_behavior text,
    is_escalated boolean,
    signal_count integer,
    page_key text,
    step_key text,
    title text,
    detail jsonb
);

create type ff_waitpoint_description as (
    execution_id uuid,
    waitpoint_id uuid,
    waitpoint_key text,
    state text,
    signal_names text[],
    signal_count integer,
    created_at timestamptz,
    activated_at timestamptz,
    expires_at timestamptz,
    remaining_ms bigint,
    token_kid text,
    token_fingerprint text,
    step_key text,
    title text,
    detail jsonb
);

create type ff_expired_suspension as (
    execution_id uuid,
    outcome text,
    why text,
    behavior_applied text,
    public_state text
);

comment on type ff_waitpoint_state is 'Where a waitpoint stands: created ahead, waited for, or closed.';
comment on type ff_timeout_behavior is 'The effect of a timeout on a suspension.';
comment on type ff_signal_effect is 'The effect of a signal when it was accepted.';
comment on type ff_suspended_execution is 'Answer of ff_suspend: suspended, or already_satisfied and the lease is kept.';
comment on column ff_suspended_execution.outcome is 'suspended; or already_satisfied, and the lease is kept.';
comment on column ff_suspended_execution.execution_id is 'The execution.';
comment on column ff_suspended_execution.suspension_id is 'The suspension.';
comment on column ff_suspended_execution.waitpoints is 'The waitpoints with waitpoint_id, waitpoint_key and token: a JSON array of objects.';
comment on column ff_suspended_execution.timeout_at is 'When the suspension times out; null: never.';
comment on column ff_suspended_execution.timeout_in_ms is 'Milliseconds until timeout_at; null: it never times out.';
comment on column ff_suspended_execution.is_replay is 'Whether this call repeats one that had its effect before.';

comment on type ff_created_waitpoint is 'Answer of ff_create_waitpoint: a waitpoint and its token.';
comment on column ff_created_waitpoint.waitpoint_id is 'The waitpoint.';
comment on column ff_created_waitpoint.waitpoint_key is 'The name of the waitpoint in conditions.';
comment on column ff_created_waitpoint.token is 'The token with which others deliver signals to it.';
comment on column ff_created_waitpoint.expires_at is 'Until when signals are taken.';
comment on column ff_created_waitpoint.remaining_ms is 'Milliseconds until expires_at.';

comment on type ff_closed_waitpoint is 'Answer of ff_close_waitpoint; outcome is closed or already_closed.';
comment on column ff_closed_waitpoint.waitpoint_id is 'The waitpoint.';
comment on column ff_closed_waitpoint.outcome is 'closed or already_closed.';

comment on type ff_delivered_signal is 'Answer of ff_deliver_signal; outcome is accepted or duplicate.';
comment on column ff_delivered_signal.outcome is 'accepted or duplicate.';
comment on column ff_delivered_signal.signal_id is 'The signal.';
comment on column ff_delivered_signal.effect is 'The effect of the signal, as the contract of ff_deliver_signal lists them.';
comment on column ff_delivered_signal.public_state is 'The public state of the execution after it.';

comment on type ff_resumed_execution is 'Answer of ff_resume_execution: when the execution is due.';
comment on column ff_resumed_execution.execution_id is 'The execution.';
comment on column ff_resumed_execution.outcome is 'resumed.';
comment on column ff_resumed_execution.public_state is 'Its public state now.';
comment on column ff_resumed_execution.claimable_at is 'When a claim may take it.';
comment on column ff_resumed_execution.claimable_in_ms is 'Milliseconds until claimable_at.';

comment on type ff_observed_signal is 'Answer of ff_observe_signals: one signal.';
comment on column ff_observed_signal.signal_id is 'The signal.';
comment on column ff_observed_signal.signal_name is 'The name of the signal.';
comment on column ff_observed_signal.signal_category is 'Its category, as the sender named it, or approval for an approval; null: none was given.';
comment on column ff_observed_signal.input is 'Its content as JSON; null: it was given as bytes or not at all.';
comment on column ff_observed_signal.payload is 'Its content as bytes; null: it was given as JSON or not at all.';
comment on column ff_observed_signal.waitpoint_id is 'The waitpoint.';
comment on column ff_observed_signal.waitpoint_key is 'The name of the waitpoint in conditions.';
comment on column ff_observed_signal.source_type is 'The type of its source, as the sender named it.';
comment on column ff_observed_signal.source_identity is 'The source, as the sender named it, or the role of the sender.';
comment on column ff_observed_signal.correlation_id is 'An id of the sender; null: none was given.';
comment on column ff_observed_signal.accepted_at is 'When it was accepted.';
comment on column ff_observed_signal.effect is 'The effect of the signal, as the contract of ff_deliver_signal lists them.';
comment on column ff_observed_signal.is_satisfier is 'Whether it brought the condition forward.';
comment on column ff_observed_signal.suspension_id is 'The suspension that it came to; null: it is kept for one to come.';

comment on type ff_suspension_summary is 'Answer of ff_list_suspended: one execution that is parked.';
comment on column ff_suspension_summary.execution_id is 'The execution.';
comment on column ff_suspension_summary.lane_id is 'The lane.';
comment on column ff_suspension_summary.namespace is 'The namespace of the execution.';
comment on column ff_suspension_summary.suspension_id is 'The suspension.';
comment on column ff_suspension_summary.reason_code is 'Why it was suspended, in a word of the model.';
comment on column ff_suspension_summary.suspended_at is 'When it was suspended.';
comment on column ff_suspension_summary.suspended_since_ms is 'Milliseconds since suspended_at.';
comment on column ff_suspension_summary.timeout_at is 'When the suspension times out; null: never.';
comment on column ff_suspension_summary.timeout_in_ms is 'Milliseconds until timeout_at; null: it never times out.';
comment on column ff_suspension_summary.timeout_behavior is 'The behavior at the timeout: fail, cancel, expire, auto_resume_with_timeout_signal or escalate; null: it never times out.';
comment on column ff_suspension_summary.is_escalated is 'Whether its timeout handed it to the operators.';
comment on column ff_suspension_summary.signal_count is 'The number of signals that were accepted for it.';
comment on column ff_suspension_summary.page_key is 'The value of p_after for the next page.';
comment on column ff_suspension_summary.step_key is 'The step that it belongs to; null: none.';
comment on column ff_suspension_summary.title is 'The title that a person who decides is shown; null: none was given.';
comment on column ff_suspension_summary.detail is 'The detail that a person who decides is shown, as JSON; null: none was given.';

comment on type ff_waitpoint_description is 'Answer of ff_list_pending_waitpoints and ff_read_waitpoint: one waitpoint, without its token.';
comment on column ff_waitpoint_description.execution_id is 'The execution.';
comment on column ff_waitpoint_description.waitpoint_id is 'The waitpoint.';
comment on column ff_waitpoint_description.waitpoint_key is 'The name of the waitpoint in conditions.';
comment on column ff_waitpoint_description.state is 'pending, active, or closed: it accepts no signals any more.';
comment on column ff_waitpoint_description.signal_names is 'The names of the signals that the condition asks for; empty: any, or not known yet.';
comment on column ff_waitpoint_description.signal_count is 'The number of signals that were accepted.';
comment on column ff_waitpoint_description.created_at is 'When it was created.';
comment on column ff_waitpoint_description.activated_at is 'When a suspension began to wait for it; null: none has.';
comment on column ff_waitpoint_description.expires_at is 'Until when signals are taken; null: without limit.';
comment on column ff_waitpoint_description.remaining_ms is 'Milliseconds until expires_at; null: without limit.';
comment on column ff_waitpoint_description.token_kid is 'The id of the key that its token was first signed with.';
comment on column ff_waitpoint_description.token_fingerprint is 'The beginning of the sha256 of its token, to tell tokens apart.';
comment on column ff_waitpoint_description.step_key is 'The step that it belongs to; null: none.';
comment on column ff_waitpoint_description.title is 'The title that a person who decides is shown; null: none was given.';
comment on column ff_waitpoint_description.detail is 'The detail that a person who decides is shown, as JSON; null: none was given.';

comment on type ff_expired_suspension is 'Answer of ff_expire_suspension: expired and how, or already_satisfied and why.';
comment on column ff_expired_suspension.execution_id is 'The execution.';
comment on column ff_expired_suspension.outcome is 'expired or already_satisfied.';
comment on column ff_expired_suspension.why is 'not_suspended, no_timeout, not_yet_due or past_its_deadline; null: the timeout was applied.';
comment on column ff_expired_suspension.behavior_applied is 'The behavior that was applied; null: none was.';
comment on column ff_expired_suspension.public_state is 'Its public state now.';

-- A signal of a sender, after its arguments were checked.
create type _signal_request as (
    signal_id uuid,
    signal_name text,
    input jsonb,
    payload bytea,
    source_type text,
    source_identity text,
    idempotency_key text,
    correlation_id text,
    resume_delay_ms bigint,
    signal_category text
);

-- The request of a worker that suspends, after its arguments were checked.
create type _suspension_request as (
    condition jsonb,
    waitpoints jsonb,
    reason_code text,
    timeout_ms bigint,
    timeout_at timestamptz,
    timeout_behavior ff_timeout_behavior,
    idempotency_key text,
    continuation text,
    requested_by text,
    token_ttl_ms bigint,
    step_key text,
    title text,
    detail jsonb
);

comment on type _signal_request is 'A signal of a sender, after its arguments were checked.';
comment on type _suspension_request is 'The request of a worker that suspends, after its arguments were checked.';
