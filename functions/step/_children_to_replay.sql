create or replace function _children_to_replay(p_parent_id uuid)
returns table (execution_id uuid)
language sql
stable
as $_children_to_replay$
    select e.execution_id
    from ff_step as s
    inner join ff_exec_core as e on e.execution_id = s.child_execution_id
    where
        s.execution_id = p_parent_id
        and s.kind = 'child'
        and e.cancelled_by = 'parent_end'
        and e.terminal_at is not null
        and e.replay_count < coalesce((e.policy ->> 'max_replay_count')::numeric, 10)
        -- a member of a flow is replayed by a call of its own: the flow may be held
        and e.flow_id is null
$_children_to_replay$;

comment on function _children_to_replay is
'The children that the end of their parent has cancelled, as far as a replay of the parent may replay them.';
