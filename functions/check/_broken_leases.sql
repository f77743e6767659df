create or replace function _broken_leases(p_bound integer, p_after uuid default null)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_leases$
    select
        i.invariant,
        e.execution_id,
        jsonb_build_object(
            'state', e.state,
            'claimable_at', e.claimable_at,
            'lease_epoch', e.lease_epoch,
            'lease_expires_at', e.lease_expires_at,
            'lease_ended_by', e.lease_ended_by,
            'attempt_index', e.attempt_index
        )
    from _executions_to_check(p_bound, p_after) as e
    inner join ff_state_vector as v on v.state = e.state
    cross join lateral (
        values
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
            'a lease that was lost is among the lost leases',
            e.state not in ('active', 'revoked')
            or e.lease_ended_by is null
            or e.lease_ended_by not in ('expired', 'revoked')
            or exists (
                select 1
                from ff_lapsed_lease as l
                where
                    l.lease_expires_at = e.lease_expires_at
                    and l.execution_id = e.execution_id
            )
        ),
        (
            'an ended lease has its end time',
            (e.lease_ended_by is null) = (e.lease_ended_at is null)
        ),
        (
            'a lease does not outlive its attempt or execution',
            e.state <> 'active'
            or e.lease_expires_at <= least(e.attempt_deadline_at, e.deadline_at)
            or least(e.attempt_deadline_at, e.deadline_at) is null
        ),
        ('attempts and leases begin together', (e.attempt_index is null) = (e.lease_epoch = 0)),
        (
            'an attempt is complete',
            num_nulls(
                e.attempt_index, e.attempt_id, e.attempt_type, e.attempt_started_at, e.started_at,
                e.worker_id, e.worker_instance_id, e.lease_id, e.lease_acquired_at,
                e.lease_expires_at
            ) in (0, 10)
            -- reported as an incomplete lease
            or e.state = 'active'
        ),
        ('every attempt had an epoch', e.lease_epoch >= coalesce(e.attempt_index + 1, 0)),
        (
            'an execution that never started has no attempt',
            v.attempt_state not in ('pending_first_attempt', 'none')
            or e.attempt_index is null
            -- one in its second life has had attempts
            or e.life is not null
        ),
        (
            'attempts are counted once',
            e.retry_count + e.lease_reclaim_count + e.replay_count
            >= coalesce(e.attempt_index, 0)
            or e.replay_count > 0
            -- saved steps set the counts back
            or e.life is not null
            or exists (select 1 from ff_step as s where s.execution_id = e.execution_id)
        )
    ) as i (invariant, holds)
    where i.holds is not true
$_broken_leases$;

comment on function _broken_leases is
'Part of ff_check: rows of ff_exec_core whose lease or attempt contradicts their state.';
