create or replace function _suspended_state(p_reason_code text)
returns ff_state
language plpgsql
immutable
as $_suspended_state$
begin
    return case
        when p_reason_code in ('waiting_for_signal', 'step_boundary') then 'suspended_signal'
        when p_reason_code = 'waiting_for_approval' then 'suspended_approval'
        when p_reason_code = 'waiting_for_callback' then 'suspended_callback'
        when p_reason_code = 'waiting_for_tool_result' then 'suspended_tool_result'
        when p_reason_code in ('waiting_for_operator_review', 'manual_pause')
            then 'suspended_operator'
        when p_reason_code = 'paused_by_policy' then 'suspended_policy'
        when p_reason_code = 'paused_by_budget' then 'suspended_budget'
    end::ff_state;
end;
$_suspended_state$;

comment on function _suspended_state is
'The state of an execution that is suspended for a reason; null when the model does not have that reason.';
