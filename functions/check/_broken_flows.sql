create or replace function _broken_flows(p_bound integer, p_after uuid default null)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_flows$
    select i.invariant, e.execution_id, jsonb_build_object(
        'flow_id', e.flow_id, 'state', e.state, 'join', to_jsonb(g)
    )
    from _executions_to_check(p_bound, p_after) as e
    left join ff_flow as f on f.flow_id = e.flow_id
    left join ff_flow_member as m
        on m.flow_id = e.flow_id
        and m.execution_id = e.execution_id
    left join ff_edge_group as g
        on g.downstream_id = e.execution_id
    left join (
        select distinct d.execution_id
        from ff_flow_todo as d
        where d.kind = 'settle'
    ) as o
        on o.execution_id = e.execution_id
    cross join lateral (
        values
        (
            'a member is entered in its flow',
            e.flow_id is null or (f.flow_id is not null and m.flow_id is not null)
        ),
        (
            'an execution that waits for others has an open join or a due release',
            e.state not between 'children_first' and 'children_resume'
            or g.state = 'pending'
            -- the policy of its cancelled flow lets it stay
            or (g.state = 'impossible' and not _ends_with_flow(f.cancellation_policy, e.state))
            or o.execution_id is not null
            or exists (select 1 from _awaited_steps(e) as s where s.kind = 'wait')
        ),
        (
            'an execution with an open join waits for a worker only with a due change',
            g.is_open is not true
            or not _waits_for_worker(e.state, e.claimable_at, e.deadline_at)
            or o.execution_id is not null
        ),
        (
            'an execution with an impossible join has ended or has a due end',
            g.state is distinct from 'impossible'
            or e.terminal_at is not null
            or not _ends_with_flow(f.cancellation_policy, e.state)
            or o.execution_id is not null
        ),
        (
            'a skipped execution has an impossible join',
            e.state not in ('skipped', 'skipped_unstarted') or g.state = 'impossible'
        ),
        (
            'an execution that its flow pauses is in a cancelled flow',
            e.state not between 'flow_first' and 'flow_resume' or f.cancelled_at is not null
        )
    ) as i (invariant, holds)
    where i.holds is not true
    union all
    select
        'a member of a flow is an execution of it',
        m.execution_id,
        jsonb_build_object('flow_id', m.flow_id, 'node', m.node)
    from (
        select o.*
        from ff_flow_member as o
        where p_after is null
        order by o.flow_id desc, o.execution_id desc
        limit p_bound
    ) as m
    left join ff_exec_core as e
        on e.execution_id = m.execution_id
    where e.flow_id is distinct from m.flow_id
$_broken_flows$;

comment on function _broken_flows is
'Part of ff_check: executions that contradict their flow or their join.';
