create or replace function _members_to_cancel(
    p_flow_id uuid,
    p_after uuid default '00000000-0000-0000-0000-000000000000',
    p_to uuid default null
)
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
        and m.execution_id > p_after
        and m.execution_id <= coalesce(p_to, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        and e.terminal_at is null
        and f.cancelled_at is not null
        and _ends_with_flow(f.cancellation_policy, e.state)
$_members_to_cancel$;

comment on function _members_to_cancel is
'The members of a cancelled flow that are still to be cancelled, among those with ids after p_after and up to p_to.';
