-- tests_sql/base/ff_state_vector/holds_the_legal_vectors_of_the_model.sql
begin;
select plan(3);
-- given the table of transitions of the model (execution.md 3.2); then these are the states
select set_eq(
    $$select
        v.lifecycle_phase::text, v.ownership_state::text, v.eligibility_state::text,
        v.blocking_reason::text, v.terminal_outcome::text, v.attempt_state::text,
        v.public_state::text
    from flowfabric.ff_state_vector as v$$,
    $$select
        l.lifecycle_phase, l.ownership_state, l.eligibility_state, l.blocking_reason,
        l.terminal_outcome, a.attempt_state, l.public_state
    from (
        values
        -- create, promote, unblock, resume, replay, and a retry whose backoff is over
        (
            'runnable', 'unowned', 'eligible_now', 'waiting_for_worker', 'none', 'waiting',
            array[
                'pending_first_attempt', 'pending_retry_attempt', 'pending_replay_attempt',
                'attempt_interrupted'
            ]
        ),
        -- create with a delay; delay by the holder
        (
            'runnable', 'unowned', 'not_eligible_until_time', 'waiting_for_delay', 'none', 'delayed',
            array['pending_first_attempt', 'attempt_interrupted']
        ),
        -- fail with retry
        (
            'runnable', 'unowned', 'not_eligible_until_time', 'waiting_for_retry_backoff', 'none',
            'delayed', array['pending_retry_attempt']
        ),
        -- resume with a delay
        (
            'runnable', 'unowned', 'not_eligible_until_time', 'waiting_for_resume_delay', 'none',
            'delayed', array['attempt_interrupted']
        ),
        -- dependency block, replay of a skipped member, wait_children
        (
            'runnable', 'unowned', 'blocked_by_dependencies', 'waiting_for_children', 'none',
            'waiting_children',
            array[
                'pending_first_attempt', 'pending_retry_attempt', 'pending_replay_attempt',
                'attempt_interrupted'
            ]
        ),
        -- a member of a cancelled flow that the policy left as it was
        (
            'runnable', 'unowned', 'blocked_by_operator', 'paused_by_flow_cancel', 'none', 'waiting',
            array[
                'pending_first_attempt', 'pending_retry_attempt', 'pending_replay_attempt',
                'attempt_interrupted'
            ]
        ),
        -- admission block: the pending attempt stays pending
        (
            'runnable', 'unowned', 'blocked_by_budget', 'waiting_for_budget', 'none', 'rate_limited',
            array[
                'pending_first_attempt', 'pending_retry_attempt', 'pending_replay_attempt',
                'attempt_interrupted'
            ]
        ),
        (
            'runnable', 'unowned', 'blocked_by_quota', 'waiting_for_quota', 'none', 'rate_limited',
            array[
                'pending_first_attempt', 'pending_retry_attempt', 'pending_replay_attempt',
                'attempt_interrupted'
            ]
        ),
        (
            'runnable', 'unowned', 'blocked_by_route', 'waiting_for_capable_worker', 'none', 'waiting',
            array[
                'pending_first_attempt', 'pending_retry_attempt', 'pending_replay_attempt',
                'attempt_interrupted'
            ]
        ),
        (
            'runnable', 'unowned', 'blocked_by_operator', 'paused_by_operator', 'none', 'waiting',
            array[
                'pending_first_attempt', 'pending_retry_attempt', 'pending_replay_attempt',
                'attempt_interrupted'
            ]
        ),
        (
            'runnable', 'unowned', 'blocked_by_lane_state', 'paused_by_policy', 'none', 'waiting',
            array[
                'pending_first_attempt', 'pending_retry_attempt', 'pending_replay_attempt',
                'attempt_interrupted'
            ]
        ),
        -- claims of every kind
        (
            'active', 'leased', 'not_applicable', 'none', 'none', 'active', array['running_attempt']
        ),
        -- lease lapses, lease revoked
        (
            'active', 'lease_expired_reclaimable', 'not_applicable', 'waiting_for_worker', 'none',
            'active', array['attempt_interrupted']
        ),
        (
            'active', 'lease_revoked', 'not_applicable', 'waiting_for_worker', 'none', 'active',
            array['attempt_interrupted']
        ),
        -- suspend, for each of its reasons
        (
            'suspended', 'unowned', 'not_applicable', 'waiting_for_signal', 'none', 'suspended',
            array['attempt_interrupted']
        ),
        (
            'suspended', 'unowned', 'not_applicable', 'waiting_for_approval', 'none', 'suspended',
            array['attempt_interrupted']
        ),
        (
            'suspended', 'unowned', 'not_applicable', 'waiting_for_callback', 'none', 'suspended',
            array['attempt_interrupted']
        ),
        (
            'suspended', 'unowned', 'not_applicable', 'waiting_for_tool_result', 'none', 'suspended',
            array['attempt_interrupted']
        ),
        (
            'suspended', 'unowned', 'not_applicable', 'paused_by_operator', 'none', 'suspended',
            array['attempt_interrupted']
        ),
        (
            'suspended', 'unowned', 'not_applicable', 'paused_by_policy', 'none', 'suspended',
            array['attempt_interrupted']
        ),
        (
            'suspended', 'unowned', 'not_applicable', 'waiting_for_budget', 'none', 'suspended',
            array['attempt_interrupted']
        ),
        -- complete; fail for good, and the cap of reclaims
        (
            'terminal', 'unowned', 'not_applicable', 'none', 'success', 'completed',
            array['attempt_terminal']
        ),
        (
            'terminal', 'unowned', 'not_applicable', 'none', 'failed', 'failed',
            array['attempt_terminal']
        ),
        -- cancel and expire keep the pending attempt of what never began
        (
            'terminal', 'unowned', 'not_applicable', 'none', 'cancelled', 'cancelled',
            array['attempt_terminal', 'pending_first_attempt']
        ),
        (
            'terminal', 'unowned', 'not_applicable', 'none', 'expired', 'expired',
            array['attempt_terminal', 'pending_first_attempt']
        ),
        -- skipped
        (
            'terminal', 'unowned', 'not_applicable', 'none', 'skipped', 'skipped',
            array['attempt_terminal', 'none']
        )
    ) as l (
        lifecycle_phase, ownership_state, eligibility_state, blocking_reason, terminal_outcome,
        public_state, attempt_states
    )
    cross join lateral unnest(l.attempt_states) as a (attempt_state)$$,
    'the legal vectors are exactly those of the model'
);
select is(
    (select count(*) from flowfabric.ff_state_vector),
    (
        select count(*)
        from (
            select distinct
                v.lifecycle_phase,
                v.ownership_state,
                v.eligibility_state,
                v.blocking_reason,
                v.terminal_outcome,
                v.attempt_state
            from flowfabric.ff_state_vector as v
        ) as d
    ),
    'no two states have the same vector'
);
select is(
    (select array_agg(v.state order by v.state) from flowfabric.ff_state_vector as v),
    enum_range(null::flowfabric.ff_state),
    'every state has its vector'
);
select * from finish();
rollback;
