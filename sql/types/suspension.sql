create type ff_waitpoint_state as enum (
    'pending', 'active', 'closed'
);

-- What becomes of a suspension whose time is over.
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
    page_key text
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
    token_fingerprint text
);

create type ff_expired_suspension as (
    execution_id uuid,
    outcome text,
    why text,
    behavior_applied text,
    public_state text
);

comment on type ff_waitpoint_state is 'Where a waitpoint stands: created ahead, waited for, or closed.';
comment on type ff_timeout_behavior is 'What becomes of a suspension whose time is over.';
comment on type ff_signal_effect is 'What a signal did when it was accepted.';
comment on type ff_suspended_execution is 'Answer of ff_suspend: suspended, or already_satisfied and the lease is kept.';
comment on type ff_created_waitpoint is 'Answer of ff_create_waitpoint: a waitpoint and its token.';
comment on type ff_closed_waitpoint is 'Answer of ff_close_waitpoint; outcome is closed or already_closed.';
comment on type ff_delivered_signal is 'Answer of ff_deliver_signal; outcome is accepted or duplicate.';
comment on type ff_resumed_execution is 'Answer of ff_resume_execution: when the execution is due.';
comment on type ff_observed_signal is 'Answer of ff_observe_signals: one signal.';
comment on type ff_suspension_summary is 'Answer of ff_list_suspended: one execution that is parked.';
comment on type ff_waitpoint_description is 'Answer of ff_list_pending_waitpoints: one waitpoint, without its token.';
comment on type ff_expired_suspension is 'Answer of ff_expire_suspension: expired and how, or already_satisfied and why.';

-- What a condition needs to know of a signal.
create type _signal as (
    waitpoint_key text,
    signal_name text,
    signal_id uuid,
    source_key text
);

-- What a sender sends, after its arguments were checked.
create type _signal_request as (
    signal_id uuid,
    signal_name text,
    input jsonb,
    payload bytea,
    source_type text,
    source_identity text,
    idempotency_key text,
    correlation_id text,
    resume_delay_ms bigint
);

-- What a worker asks for when it suspends, after its arguments were checked.
create type _suspension_request as (
    condition jsonb,
    waitpoints jsonb,
    reason_code text,
    timeout_ms bigint,
    timeout_at timestamptz,
    timeout_behavior ff_timeout_behavior,
    idempotency_key text,
    continuation text,
    requested_by text
);

comment on type _signal is 'What a condition needs to know of a signal.';
comment on type _signal_request is 'What a sender sends, after its arguments were checked.';
comment on type _suspension_request is 'What a worker asks for when it suspends, after its arguments were checked.';
