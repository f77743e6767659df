-- tests_sql/base/ff_state_vector/uses_the_literals_of_the_model.sql
begin;
select plan(8);
-- given the vocabulary of the model (execution.md 3.1); then
create function pg_temp.literals(p_type regtype) returns text language sql as $$
    select string_agg(e.enumlabel, ', ' order by e.enumsortorder)
    from pg_enum as e
    where e.enumtypid = p_type
$$;

select is(
    pg_temp.literals('flowfabric.ff_lifecycle_phase'),
    'submitted, runnable, active, suspended, terminal',
    'lifecycle_phase'
);
select is(
    pg_temp.literals('flowfabric.ff_ownership_state'),
    'unowned, leased, lease_expired_reclaimable, lease_revoked',
    'ownership_state'
);
select is(
    pg_temp.literals('flowfabric.ff_eligibility_state'),
    'eligible_now, not_eligible_until_time, blocked_by_dependencies, blocked_by_budget, '
    || 'blocked_by_quota, blocked_by_route, blocked_by_lane_state, blocked_by_operator, '
    || 'not_applicable',
    'eligibility_state'
);
select is(
    pg_temp.literals('flowfabric.ff_blocking_reason'),
    'none, waiting_for_worker, waiting_for_retry_backoff, waiting_for_resume_delay, '
    || 'waiting_for_delay, waiting_for_signal, waiting_for_approval, waiting_for_callback, '
    || 'waiting_for_tool_result, waiting_for_children, waiting_for_budget, waiting_for_quota, '
    || 'waiting_for_capable_worker, waiting_for_locality_match, paused_by_operator, '
    || 'paused_by_policy, paused_by_flow_cancel',
    'blocking_reason'
);
select is(
    pg_temp.literals('flowfabric.ff_terminal_outcome'),
    'none, success, failed, cancelled, expired, skipped',
    'terminal_outcome'
);
select is(
    pg_temp.literals('flowfabric.ff_attempt_state'),
    'none, pending_first_attempt, running_attempt, attempt_interrupted, pending_retry_attempt, '
    || 'pending_replay_attempt, attempt_terminal',
    'attempt_state'
);
select is(
    pg_temp.literals('flowfabric.ff_public_state'),
    'waiting, delayed, rate_limited, waiting_children, active, suspended, completed, failed, '
    || 'cancelled, expired, skipped',
    'public_state'
);
select is(
    pg_temp.literals('flowfabric.ff_lane_state'), 'active, paused, draining, disabled', 'lane state'
);
select * from finish();
rollback;
