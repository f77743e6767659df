create or replace function _broken_executions(p_bound integer, p_after uuid default null)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_executions$
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
    left join ff_route as r on r.route_id = e.route_id
    cross join (
        select to_timestamp(k.last_value / 1e6::float8) as marked_at from ff_clock_mark as k
    ) as m
    left join (
        select n.lapses_from, n.round_began_at from ff_tick_log as n order by n.tick_id desc limit 1
    ) as t on true
    cross join lateral (
        values
        ('an execution has a route', r.route_id is not null),
        ('a timed state has its moment', v.state_when_due is null or e.claimable_at is not null),
        (
            'an execution that waits for a worker can be claimed',
            v.eligibility_state <> 'eligible_now' or e.claimable_at is not null
        ),
        (
            'an end without success is listed as such',
            (e.state > 'completed') = exists (
                select from ff_unsuccessful as u where u.execution_id = e.execution_id
            )
        ),
        ('a revoked lease can be taken over', e.state <> 'revoked' or e.claimable_at is not null),
        ('the moment of a claimable execution is finite', isfinite(e.claimable_at) is not false),
        (
            'a finished execution is not claimable',
            v.lifecycle_phase <> 'terminal' or e.claimable_at is null
        ),
        (
            'a finished execution has its end time',
            (v.lifecycle_phase = 'terminal') = (e.terminal_at is not null)
        ),
        (
            'a held lease comes due when it lapses',
            e.state <> 'active'
            or e.claimable_at <= greatest(e.lease_expires_at, _now(), m.marked_at)
            or _reserved_until(e, _now()) is not null
            -- a takeover that a limit refused looks again later
            or (e.is_limited and e.lease_expires_at <= _now())
            -- so does a takeover that failed, which _broken_jobs reports
            or _is_put_off(e.execution_id, _now())
            -- _broken_leases reports this
            or num_nulls(e.claimable_at, e.lease_expires_at) > 0
        ),
        (
            'a lease that lapsed is noted',
            e.state <> 'active'
            or e.lease_ended_by is not null
            or coalesce(
                e.claimable_at >= least(
                    -- before the first tick no lapse is noted
                    coalesce(t.lapses_from, '-infinity'),
                    t.round_began_at,
                    _now() - interval '5 seconds'
                ),
                true
            )
            or exists (select 1 from ff_debt as d where d.execution_id = e.execution_id)
            or exists (select 1 from ff_lapse_debt as d where d.from_at <= e.claimable_at)
        ),
        (
            'a blocked execution is due at its deadline at the earliest',
            v.eligibility_state::text not in (
                'blocked_by_dependencies', 'blocked_by_operator', 'blocked_by_lane_state',
                'blocked_by_route'
            )
            or e.claimable_at is null
            or e.claimable_at >= e.deadline_at
            -- or at the end of one of its waits
            or (
                e.state = 'children_resume'
                and exists (
                    select 1
                    from _awaited_steps(e) as s
                    where s.wake_at <= e.claimable_at
                )
            )
        ),
        (
            'contents are given as JSON or as bytes',
            num_nonnulls(e.input, e.payload) <= 1 and num_nonnulls(e.output, e.result) <= 1
        )
    ) as i (invariant, holds)
    where i.holds is not true
$_broken_executions$;

comment on function _broken_executions is
'Part of ff_check: rows of ff_exec_core that contradict themselves.';
