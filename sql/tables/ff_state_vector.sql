-- noqa: disable=LT05
-- Every legal state in the model's six dimensions. Nothing writes this table after the install.
create table ff_state_vector (
    state ff_state primary key,
    lifecycle_phase ff_lifecycle_phase not null,
    ownership_state ff_ownership_state not null,
    eligibility_state ff_eligibility_state not null,
    blocking_reason ff_blocking_reason not null,
    terminal_outcome ff_terminal_outcome not null,
    attempt_state ff_attempt_state not null,
    public_state ff_public_state not null,
    state_when_due ff_state
);

insert into ff_state_vector values
('waiting_first', 'runnable', 'unowned', 'eligible_now', 'waiting_for_worker', 'none', 'pending_first_attempt', 'waiting', null),
('waiting_retry', 'runnable', 'unowned', 'eligible_now', 'waiting_for_worker', 'none', 'pending_retry_attempt', 'waiting', null),
('waiting_replay', 'runnable', 'unowned', 'eligible_now', 'waiting_for_worker', 'none', 'pending_replay_attempt', 'waiting', null),
('waiting_resume', 'runnable', 'unowned', 'eligible_now', 'waiting_for_worker', 'none', 'attempt_interrupted', 'waiting', null),
('delayed_first', 'runnable', 'unowned', 'not_eligible_until_time', 'waiting_for_delay', 'none', 'pending_first_attempt', 'delayed', 'waiting_first'),
('delayed_resume', 'runnable', 'unowned', 'not_eligible_until_time', 'waiting_for_delay', 'none', 'attempt_interrupted', 'delayed', 'waiting_resume'),
('backoff_retry', 'runnable', 'unowned', 'not_eligible_until_time', 'waiting_for_retry_backoff', 'none', 'pending_retry_attempt', 'delayed', 'waiting_retry'),
('resume_delay', 'runnable', 'unowned', 'not_eligible_until_time', 'waiting_for_resume_delay', 'none', 'attempt_interrupted', 'delayed', 'waiting_resume'),
('children_first', 'runnable', 'unowned', 'blocked_by_dependencies', 'waiting_for_children', 'none', 'pending_first_attempt', 'waiting_children', null),
('children_retry', 'runnable', 'unowned', 'blocked_by_dependencies', 'waiting_for_children', 'none', 'pending_retry_attempt', 'waiting_children', null),
('children_replay', 'runnable', 'unowned', 'blocked_by_dependencies', 'waiting_for_children', 'none', 'pending_replay_attempt', 'waiting_children', null),
('children_resume', 'runnable', 'unowned', 'blocked_by_dependencies', 'waiting_for_children', 'none', 'attempt_interrupted', 'waiting_children', null),
('budget_first', 'runnable', 'unowned', 'blocked_by_budget', 'waiting_for_budget', 'none', 'pending_first_attempt', 'rate_limited', null),
('budget_retry', 'runnable', 'unowned', 'blocked_by_budget', 'waiting_for_budget', 'none', 'pending_retry_attempt', 'rate_limited', null),
('budget_replay', 'runnable', 'unowned', 'blocked_by_budget', 'waiting_for_budget', 'none', 'pending_replay_attempt', 'rate_limited', null),
('budget_resume', 'runnable', 'unowned', 'blocked_by_budget', 'waiting_for_budget', 'none', 'attempt_interrupted', 'rate_limited', null),
('quota_first', 'runnable', 'unowned', 'blocked_by_quota', 'waiting_for_quota', 'none', 'pending_first_attempt', 'rate_limited', null),
('quota_retry', 'runnable', 'unowned', 'blocked_by_quota', 'waiting_for_quota', 'none', 'pending_retry_attempt', 'rate_limited', null),
('quota_replay', 'runnable', 'unowned', 'blocked_by_quota', 'waiting_for_quota', 'none', 'pending_replay_attempt', 'rate_limited', null),
('quota_resume', 'runnable', 'unowned', 'blocked_by_quota', 'waiting_for_quota', 'none', 'attempt_interrupted', 'rate_limited', null),
('route_first', 'runnable', 'unowned', 'blocked_by_route', 'waiting_for_capable_worker', 'none', 'pending_first_attempt', 'waiting', null),
('route_retry', 'runnable', 'unowned', 'blocked_by_route', 'waiting_for_capable_worker', 'none', 'pending_retry_attempt', 'waiting', null),
('route_replay', 'runnable', 'unowned', 'blocked_by_route', 'waiting_for_capable_worker', 'none', 'pending_replay_attempt', 'waiting', null),
('route_resume', 'runnable', 'unowned', 'blocked_by_route', 'waiting_for_capable_worker', 'none', 'attempt_interrupted', 'waiting', null),
('operator_first', 'runnable', 'unowned', 'blocked_by_operator', 'paused_by_operator', 'none', 'pending_first_attempt', 'waiting', null),
('operator_retry', 'runnable', 'unowned', 'blocked_by_operator', 'paused_by_operator', 'none', 'pending_retry_attempt', 'waiting', null),
('operator_replay', 'runnable', 'unowned', 'blocked_by_operator', 'paused_by_operator', 'none', 'pending_replay_attempt', 'waiting', null),
('operator_resume', 'runnable', 'unowned', 'blocked_by_operator', 'paused_by_operator', 'none', 'attempt_interrupted', 'waiting', null),
('lane_first', 'runnable', 'unowned', 'blocked_by_lane_state', 'paused_by_policy', 'none', 'pending_first_attempt', 'waiting', null),
('lane_retry', 'runnable', 'unowned', 'blocked_by_lane_state', 'paused_by_policy', 'none', 'pending_retry_attempt', 'waiting', null),
('lane_replay', 'runnable', 'unowned', 'blocked_by_lane_state', 'paused_by_policy', 'none', 'pending_replay_attempt', 'waiting', null),
('lane_resume', 'runnable', 'unowned', 'blocked_by_lane_state', 'paused_by_policy', 'none', 'attempt_interrupted', 'waiting', null),
('flow_first', 'runnable', 'unowned', 'blocked_by_operator', 'paused_by_flow_cancel', 'none', 'pending_first_attempt', 'waiting', null),
('flow_retry', 'runnable', 'unowned', 'blocked_by_operator', 'paused_by_flow_cancel', 'none', 'pending_retry_attempt', 'waiting', null),
('flow_replay', 'runnable', 'unowned', 'blocked_by_operator', 'paused_by_flow_cancel', 'none', 'pending_replay_attempt', 'waiting', null),
('flow_resume', 'runnable', 'unowned', 'blocked_by_operator', 'paused_by_flow_cancel', 'none', 'attempt_interrupted', 'waiting', null),
('active', 'active', 'leased', 'not_applicable', 'none', 'none', 'running_attempt', 'active', 'lapsed'),
('lapsed', 'active', 'lease_expired_reclaimable', 'not_applicable', 'waiting_for_worker', 'none', 'attempt_interrupted', 'active', null),
('revoked', 'active', 'lease_revoked', 'not_applicable', 'waiting_for_worker', 'none', 'attempt_interrupted', 'active', null),
('suspended_signal', 'suspended', 'unowned', 'not_applicable', 'waiting_for_signal', 'none', 'attempt_interrupted', 'suspended', null),
('suspended_approval', 'suspended', 'unowned', 'not_applicable', 'waiting_for_approval', 'none', 'attempt_interrupted', 'suspended', null),
('suspended_callback', 'suspended', 'unowned', 'not_applicable', 'waiting_for_callback', 'none', 'attempt_interrupted', 'suspended', null),
('suspended_tool_result', 'suspended', 'unowned', 'not_applicable', 'waiting_for_tool_result', 'none', 'attempt_interrupted', 'suspended', null),
('suspended_operator', 'suspended', 'unowned', 'not_applicable', 'paused_by_operator', 'none', 'attempt_interrupted', 'suspended', null),
('suspended_policy', 'suspended', 'unowned', 'not_applicable', 'paused_by_policy', 'none', 'attempt_interrupted', 'suspended', null),
('suspended_budget', 'suspended', 'unowned', 'not_applicable', 'waiting_for_budget', 'none', 'attempt_interrupted', 'suspended', null),
('completed', 'terminal', 'unowned', 'not_applicable', 'none', 'success', 'attempt_terminal', 'completed', null),
('failed', 'terminal', 'unowned', 'not_applicable', 'none', 'failed', 'attempt_terminal', 'failed', null),
('cancelled', 'terminal', 'unowned', 'not_applicable', 'none', 'cancelled', 'attempt_terminal', 'cancelled', null),
('cancelled_unstarted', 'terminal', 'unowned', 'not_applicable', 'none', 'cancelled', 'pending_first_attempt', 'cancelled', null),
('expired', 'terminal', 'unowned', 'not_applicable', 'none', 'expired', 'attempt_terminal', 'expired', null),
('expired_unstarted', 'terminal', 'unowned', 'not_applicable', 'none', 'expired', 'pending_first_attempt', 'expired', null),
('skipped', 'terminal', 'unowned', 'not_applicable', 'none', 'skipped', 'attempt_terminal', 'skipped', null),
('skipped_unstarted', 'terminal', 'unowned', 'not_applicable', 'none', 'skipped', 'none', 'skipped', null);

comment on table ff_state_vector is 'The legal states, each spelled out in the dimensions of the model.';
comment on column ff_state_vector.state is 'The value stored in ff_exec_core.';
comment on column ff_state_vector.lifecycle_phase is 'Major phase.';
comment on column ff_state_vector.ownership_state is 'The ownership of the execution.';
comment on column ff_state_vector.eligibility_state is 'May a claim take it.';
comment on column ff_state_vector.blocking_reason is 'The reason why it waits.';
comment on column ff_state_vector.terminal_outcome is 'How it ended.';
comment on column ff_state_vector.attempt_state is 'Where the current attempt stands.';
comment on column ff_state_vector.public_state is 'The one word shown to users.';
comment on column ff_state_vector.state_when_due is
'The state that a reader sees once the time has come (lease expiry if active, else claimable_at); null: the same.';
