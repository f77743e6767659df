create or replace function _ends_with_flow(p_policy ff_cancellation_policy, p_state ff_state)
returns boolean
language sql
immutable
as $_ends_with_flow$
    select case p_policy
        when 'cancel_all' then true
        -- a member that runs or is suspended has begun, and may finish
        when 'cancel_pending' then p_state < 'active'
        -- null where the flow was not cancelled
        else p_policy is null
    end
$_ends_with_flow$;

comment on function _ends_with_flow is
'May a join, or the cancellation of its flow, end a member that is in this state? True when the flow was not cancelled.';
