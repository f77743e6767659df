create or replace function _broken_waits(p_bound integer, p_after uuid default null)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_waits$
    with todo as materialized (
        select d.execution_id
        from ff_flow_todo as d
        where d.kind = 'meet'
        union
        select c.parent_id
        from ff_flow_todo as d
        inner join ff_exec_core as c on c.execution_id = d.execution_id
        where d.kind = 'child_end'
    )

    select
        i.invariant,
        e.execution_id,
        jsonb_build_object(
            'state', e.state, 'claimable_at', e.claimable_at, 'step_key', s.step_key,
            'kind', s.kind, 'wake_at', s.wake_at, 'awaited_count', s.awaited_count
        )
    from _executions_to_check(p_bound, p_after) as e
    cross join lateral _awaited_steps(e) as s
    cross join lateral (
        values
        (
            'a wait is due when its time comes',
            s.wake_at is null
            or e.claimable_at <= greatest(s.wake_at, e.updated_at)
            or _is_put_off(e.execution_id, _now())
        ),
        (
            'children that have ended wake their parent, or are due to',
            s.kind <> 'wait'
            or e.state <> 'children_resume'
            or cardinality(_finished_children(s)) < s.awaited_count
            or e.execution_id in (select t.execution_id from todo as t)
        ),
        (
            'a signal ends the wait for it',
            s.signal_name is null
            or not exists (
                select 1
                from ff_mailbox as m
                where
                    m.execution_id = e.execution_id
                    and m.signal_name = s.signal_name
                    and m.used_at is null
                    and coalesce(m.sent_at < s.wake_at or m.sent_at <= s.begun_at, true)
            )
        )
    ) as i (invariant, holds)
    where
        e.state in ('delayed_resume', 'suspended_signal', 'children_resume')
        and i.holds is not true
$_broken_waits$;

comment on function _broken_waits is
'Part of ff_check: executions whose wait by a step has ended, and that still wait.';
