create or replace function _members_to_cancel(p_flow_id uuid)
returns table (partition_key smallint, execution_id uuid)
language sql
stable
as $_members_to_cancel$
    select e.partition_key, e.execution_id
    from ff_flow as f
    inner join ff_flow_member as m on m.flow_id = f.flow_id
    inner join ff_exec_core as e
        on e.execution_id = m.execution_id and e.partition_key = m.partition_key
    where
        f.flow_id = p_flow_id
        and e.terminal_at is null
        and case f.cancellation_policy
            when 'cancel_all' then true
            -- what runs or is suspended has begun: it is let finish
            when 'cancel_pending' then e.state < 'active'
            else false
        end
$_members_to_cancel$;

comment on function _members_to_cancel is
'The members of a cancelled flow that are still to be cancelled.';
