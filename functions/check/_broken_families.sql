create or replace function _broken_families(p_bound integer, p_after uuid default null)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_families$
    with todo as materialized (
        select d.kind, d.execution_id, d.replay_count
        from ff_flow_todo as d
        where d.kind in ('parent_end', 'replay_children')
    )

    select
        i.invariant,
        e.execution_id,
        jsonb_build_object(
            'state', e.state, 'is_parent', e.is_parent, 'replay_count', e.replay_count
        )
    from _executions_to_check(p_bound, p_after) as e
    left join ff_meeting as m on m.parent_id = e.execution_id
    left join ff_cancel_request as r
        on r.execution_id = e.execution_id and e.is_cancel_requested
    cross join lateral (
        values
        (
            'a parent has a row to meet its children',
            e.is_parent = (m.parent_id is not null)
        ),
        (
            'children end with their parent, or are due to',
            not e.is_parent
            or e.terminal_at is null
            or e.state = 'completed'
            or exists (
                select 1
                from todo as t
                where
                    t.kind = 'parent_end'
                    and t.execution_id = e.execution_id
                    and t.replay_count = e.replay_count
            )
            or not exists (
                select 1
                from ff_step as s
                inner join ff_exec_core as c on c.execution_id = s.child_execution_id
                where
                    s.execution_id = e.execution_id
                    and s.ends_with_parent
                    and c.terminal_at is null
                    and c.parent_id = e.execution_id
                    -- somebody may have replayed it after the end
                    and c.replay_count = 0
            )
        ),
        (
            'children start again with their parent, or are due to',
            not e.is_parent
            or e.terminal_at is not null
            or exists (
                select 1
                from todo as t
                where
                    t.kind = 'replay_children'
                    and t.execution_id = e.execution_id
                    and t.replay_count = e.replay_count
            )
            or not exists (select 1 from _children_to_replay(e.execution_id) as c)
        ),
        (
            'a requested cancellation is due at the end of its grace',
            r.execution_id is null or e.terminal_at is not null or e.deadline_at <= r.cancel_at
        )
    ) as i (invariant, holds)
    where i.holds is not true
$_broken_families$;

comment on function _broken_families is
'Part of ff_check: parents and children that contradict each other, and requested cancellations that are not due.';
