create or replace function _broken_executions()
returns table (invariant text, partition_key smallint, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_executions$
    select
        i.invariant,
        e.partition_key,
        e.execution_id,
        jsonb_build_object(
            'state', e.state,
            'claimable_at', e.claimable_at,
            'lease_epoch', e.lease_epoch,
            'lease_expires_at', e.lease_expires_at,
            'lease_ended_by', e.lease_ended_by,
            'attempt_index', e.attempt_index
        )
    from ff_exec_core as e
    inner join ff_state_vector as v on v.state = e.state
    left join ff_route as r on r.route_id = e.route_id
    cross join lateral (
        values
        ('an execution has a route', r.route_id is not null),
        ('what time can end has a time', v.state_when_due is null or e.claimable_at is not null),
        (
            'what waits for a worker can be claimed',
            v.eligibility_state <> 'eligible_now' or e.claimable_at is not null
        ),
        ('a revoked lease can be taken over', e.state <> 'revoked' or e.claimable_at is not null),
        ('what can be claimed has a moment', isfinite(e.claimable_at) is not false),
        (
            'what is over is not claimable',
            v.lifecycle_phase <> 'terminal' or e.claimable_at is null
        ),
        (
            'what is over has its instant',
            (v.lifecycle_phase = 'terminal') = (e.terminal_at is not null)
        ),
        (
            'a held lease is complete',
            e.state <> 'active'
            or num_nulls(
                e.lease_id, e.attempt_id, e.attempt_index, e.lease_expires_at,
                e.lease_acquired_at, e.worker_id, e.worker_instance_id
            ) = 0
        ),
        (
            'a held lease has not ended',
            e.state <> 'active' or coalesce(e.lease_ended_by, 'expired') = 'expired'
        ),
        (
            'a lease that is not held has ended',
            e.state = 'active' or e.lease_id is null or e.lease_ended_by is not null
        ),
        (
            'the end of a lease has its instant',
            (e.lease_ended_by is null) = (e.lease_ended_at is null)
        ),
        (
            'a lease does not outlive its attempt or execution',
            e.state <> 'active'
            or e.lease_expires_at <= least(e.attempt_deadline_at, e.deadline_at)
            or least(e.attempt_deadline_at, e.deadline_at) is null
        ),
        ('attempts and leases begin together', (e.attempt_index is null) = (e.lease_epoch = 0)),
        ('every attempt had an epoch', e.lease_epoch >= coalesce(e.attempt_index + 1, 0)),
        (
            'what never began has no attempt',
            v.attempt_state not in ('pending_first_attempt', 'none') or e.attempt_index is null
        ),
        (
            'attempts are counted once',
            e.retry_count + e.lease_reclaim_count + e.replay_count
            >= coalesce(e.attempt_index, 0)
            or e.replay_count > 0
        )
    ) as i (invariant, holds)
    where i.holds is not true
$_broken_executions$;

comment on function _broken_executions is
'Part of ff_check: rows of ff_exec_core that contradict themselves.';
