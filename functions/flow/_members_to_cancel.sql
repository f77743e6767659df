create or replace function _members_to_cancel(p_flow_id uuid)
returns table (execution_id uuid)
language sql
stable
as $_members_to_cancel$
    select e.execution_id
    from ff_flow as f
    inner join ff_flow_member as m on m.flow_id = f.flow_id
    inner join ff_exec_core as e
        on e.execution_id = m.execution_id
    where
        f.flow_id = p_flow_id
        and e.terminal_at is null
        and f.cancelled_at is not null
        and _ends_with_flow(f.cancellation_policy, e.state)
$_members_to_cancel$;

comment on function _members_to_cancel is
'The members of a cancelled flow that are still to be cancelled.';
