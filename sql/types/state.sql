-- The state of an execution.
--
-- The model describes a state by six dimensions, most of whose combinations make no sense. Here a
-- state is one value, and only the legal combinations have a value: an illegal state cannot even be
-- written. ff_state_vector (tables/) has the six dimensions of every value, in the words of the
-- model. The order has a meaning: terminal states come last, so that a test for the end is one
-- comparison, and _is_eligible and _is_active (functions/base/) are ranges.
create type ff_state as enum (
    -- runnable: a claim may take it once claimable_at has come
    'waiting_first',
    'waiting_retry',
    'waiting_replay',
    'waiting_resume',
    'delayed_first',
    'delayed_resume',
    'backoff_retry',
    'resume_delay',
    -- runnable in the model's sense, but blocked by something else than time
    'children_first',
    'children_retry',
    'children_replay',
    'children_resume',
    'budget_first',
    'budget_retry',
    'budget_replay',
    'budget_resume',
    'quota_first',
    'quota_retry',
    'quota_replay',
    'quota_resume',
    'route_first',
    'route_retry',
    'route_replay',
    'route_resume',
    'operator_first',
    'operator_retry',
    'operator_replay',
    'operator_resume',
    'lane_first',
    'lane_retry',
    'lane_replay',
    'lane_resume',
    'flow_first',
    'flow_retry',
    'flow_replay',
    'flow_resume',
    -- with an owner, or with an owner whose lease has lapsed or was revoked
    'active',
    'lapsed',
    'revoked',
    -- parked without a worker
    'suspended_signal',
    'suspended_approval',
    'suspended_callback',
    'suspended_tool_result',
    'suspended_operator',
    'suspended_policy',
    'suspended_budget',
    -- ended
    'completed',
    'failed',
    'cancelled',
    'cancelled_unstarted',
    'expired',
    'expired_unstarted',
    'skipped',
    'skipped_unstarted'
);

create type ff_lifecycle_phase as enum (
    'submitted', 'runnable', 'active', 'suspended', 'terminal'
);

create type ff_ownership_state as enum (
    'unowned', 'leased', 'lease_expired_reclaimable', 'lease_revoked'
);

create type ff_eligibility_state as enum (
    'eligible_now',
    'not_eligible_until_time',
    'blocked_by_dependencies',
    'blocked_by_budget',
    'blocked_by_quota',
    'blocked_by_route',
    'blocked_by_lane_state',
    'blocked_by_operator',
    'not_applicable'
);

create type ff_blocking_reason as enum (
    'none',
    'waiting_for_worker',
    'waiting_for_retry_backoff',
    'waiting_for_resume_delay',
    'waiting_for_delay',
    'waiting_for_signal',
    'waiting_for_approval',
    'waiting_for_callback',
    'waiting_for_tool_result',
    'waiting_for_children',
    'waiting_for_budget',
    'waiting_for_quota',
    'waiting_for_capable_worker',
    'waiting_for_locality_match',
    'paused_by_operator',
    'paused_by_policy',
    'paused_by_flow_cancel'
);

create type ff_terminal_outcome as enum (
    'none', 'success', 'failed', 'cancelled', 'expired', 'skipped'
);

create type ff_attempt_state as enum (
    'none',
    'pending_first_attempt',
    'running_attempt',
    'attempt_interrupted',
    'pending_retry_attempt',
    'pending_replay_attempt',
    'attempt_terminal'
);

create type ff_public_state as enum (
    'waiting',
    'delayed',
    'rate_limited',
    'waiting_children',
    'active',
    'suspended',
    'completed',
    'failed',
    'cancelled',
    'expired',
    'skipped'
);

create type ff_attempt_type as enum (
    'initial', 'retry', 'replay', 'reclaim'
);

create type ff_attempt_outcome as enum (
    'ended_success',
    'ended_failure',
    'ended_cancelled',
    'ended_expired',
    'interrupted_reclaimed'
);

-- The ways in which a lease can end. They tell a repeated call from a different one (terminal
-- replay).
create type ff_lease_end as enum (
    'completed',
    'failed',
    'delayed',
    'waiting_children',
    'suspended',
    'cancelled',
    'revoked',
    'expired',
    -- by a step: a sleep, a signal, children
    'waiting',
    'continued',
    -- an operator made the call in the holder's place; such an end raises the epoch
    'operator_completed',
    'operator_failed',
    'operator_delayed',
    'operator_waiting_children'
);

create type ff_event_kind as enum (
    -- the life of a lease
    'acquired',
    'renewed',
    'released',
    'revoked',
    'expired',
    'reclaimed',
    -- exactly one for each terminal transition, with its outcome
    'completed',
    -- calls of operators
    'priority_changed',
    'rescheduled',
    'replayed',
    'erased',
    'operator_claimed',
    'overridden',
    'lane_state_changed',
    'worker_marked_dead',
    'key_rotated',
    'lane_granted',
    'default_access_changed',
    'default_policy_changed',
    'submitter_limit_changed',
    'lane_revoked',
    -- suspensions
    'signal_delivered',
    'resumed',
    'suspension_timed_out',
    -- flows
    'flow_cancelled',
    -- limits
    'blocked',
    'unblocked',
    'budget_reset',
    -- owners of consumers, limits and workers
    'owner_changed',
    -- steps
    'wait_ended',
    'cancel_requested'
);

create type ff_lane_state as enum (
    'active', 'paused', 'draining', 'disabled'
);

-- The laws that a stored state must agree with. They are those of a domain, to which ff_exec_core
-- casts: PostgreSQL parses the constraints of a domain once in a session, but those of a table in
-- every statement that writes a row. Spelled out there, they cost a completion a tenth of its time.
-- One CASE is cheaper than a constraint for each law: a row is tested by what concerns its state.
create type _stored_state as (
    state ff_state,
    claimable_at timestamptz,
    lease_expires_at timestamptz,
    terminal_at timestamptz
);

create domain _legal_state as _stored_state
constraint state_agrees_with_its_times check (
    case
        -- an end has its time, and is not claimable
        when (value).state >= 'completed'
            then (value).terminal_at is not null and (value).claimable_at is null
        else
            (value).terminal_at is null
            -- a lease can lapse
            and (
                (value).state <> 'active'
                or ((value).claimable_at >= (value).lease_expires_at) is true
            )
    end
);

comment on type ff_state is 'Every legal state of an execution, one value each; see ff_state_vector.';
comment on type ff_lifecycle_phase is 'Dimension of the state vector: the major phase.';
comment on type ff_ownership_state is 'Dimension of the state vector: the ownership of the execution.';
comment on type ff_eligibility_state is 'Dimension of the state vector: may a claim take it.';
comment on type ff_blocking_reason is 'Dimension of the state vector: the reason for waiting.';
comment on type ff_terminal_outcome is 'Dimension of the state vector: how it ended.';
comment on type ff_attempt_state is 'Dimension of the state vector: where the current attempt stands.';
comment on type ff_public_state is 'The one word shown to users; a function of the state vector.';
comment on type ff_attempt_type is 'Why an attempt was started.';
comment on type ff_attempt_outcome is 'How an attempt ended.';
comment on type ff_lease_end is 'The ways in which a lease can end.';
comment on type ff_event_kind is 'The kinds of rows in the outbox ff_event.';
comment on type ff_lane_state is 'Whether a lane accepts submissions and hands out work.';
comment on type _stored_state is 'The columns of ff_exec_core whose combinations are bound by laws.';
comment on domain _legal_state is 'Those columns, in a combination that may be stored.';
