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
        and _is_to_be_replayed(e)
$_children_to_replay$;

comment on function _children_to_replay is
'The children that the end of their parent has cancelled, as far as a replay of the parent may replay them.';
