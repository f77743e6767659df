create or replace function _members_to_stop(p_flow_id uuid)
returns table (execution_id uuid)
language sql
stable
as $_members_to_stop$
    select e.execution_id
    from ff_flow as f
    inner join ff_flow_member as m on m.flow_id = f.flow_id
    inner join ff_exec_core as e
        on e.execution_id = m.execution_id
    where
        f.flow_id = p_flow_id
        and e.terminal_at is null
        and case
            when e.state = 'active' then not e.is_cancel_requested
            -- a claim that is not committed may have begun it
            when e.state < 'active' then f.cancellation_policy = 'cancel_pending'
            when _is_suspended(e.state) then true
            -- a claim that would take it over cancels or parks it
            else false
        end
$_members_to_stop$;

comment on function _members_to_stop is
'The members of a flow whose budget is exhausted that are still to be asked to stop, or to be cancelled.';
