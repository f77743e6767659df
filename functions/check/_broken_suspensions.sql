create or replace function _broken_suspensions(p_bound integer, p_after uuid default null)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_suspensions$
    select
        'a suspended execution has an open suspension',
        e.execution_id,
        jsonb_build_object('state', e.state)
    from _executions_to_check(p_bound, p_after) as e
    left join ff_suspension as s
        on s.execution_id = e.execution_id
        and s.closed_at is null
    where
        _is_suspended(e.state)
        and s.suspension_id is null
        and not exists (select 1 from _awaited_steps(e) as w where w.kind = 'signal')
    union all
    select
        i.invariant,
        s.execution_id,
        jsonb_build_object(
            'suspension_id', s.suspension_id,
            'state', e.state,
            'claimable_at', e.claimable_at,
            'timeout_at', s.timeout_at,
            'condition', s.condition
        )
    from (
        select n.*
        from ff_suspension as n
        where p_after is null and n.closed_at is null
        order by n.suspended_at desc, n.suspension_id desc
        limit p_bound
    ) as s
    left join ff_exec_core as e
        on e.execution_id = s.execution_id
    cross join lateral (
        select
            array_agg(w.waitpoint_key) filter (where w.state = 'active') as keys,
            coalesce(sum(w.signal_count), 0) as signal_count
        from ff_waitpoint as w
        where w.suspension_id = s.suspension_id
    ) as o
    cross join lateral (
        select
            count(*) as counted,
            coalesce(
                jsonb_object_agg(c.p_leaf::text, c.p_signal_number)
                    filter (where c.p_count = c.p_needed_count),
                '{}'
            ) as moments
        from _counted_signals(s.condition, s.suspension_id) as c
    ) as r
    cross join lateral (
        values
        ('an open suspension has its execution', coalesce(_is_suspended(e.state), false)),
        (
            'an open suspension is of the current attempt and lease',
            s.lease_id = e.lease_id and s.attempt_index = e.attempt_index
        ),
        (
            'a suspension is due exactly if it has a timeout or a deadline',
            (e.claimable_at is null) = (s.timeout_at is null and e.deadline_at is null)
        ),
        (
            'the waitpoints of an open condition take signals',
            _condition_keys(s.condition) <@ coalesce(o.keys, '{}')
        ),
        (
            'a suspension counts the signals of its waitpoints',
            s.signal_count = o.signal_count
        ),
        (
            'a satisfied suspension does not wait',
            _condition_moment(s.condition, r.moments) is null
        ),
        (
            'a suspension knows how far its condition has come',
            s.progress = '[]' and r.counted = 0
            or (
                select coalesce(sum(case jsonb_typeof(p.part)
                    when 'array' then jsonb_array_length(p.part)
                    else p.part::bigint
                end), 0)
                from jsonb_array_elements(s.progress) as p (part)
            ) = r.counted
        )
    ) as i (invariant, holds)
    where i.holds is not true
$_broken_suspensions$;

comment on function _broken_suspensions is
'Part of ff_check: executions that nothing can wake, and suspensions without an execution.';
