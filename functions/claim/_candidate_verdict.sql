create or replace function _candidate_verdict(p_execution ff_exec_core, p_now timestamptz)
returns text
language plpgsql
stable
as $_candidate_verdict$
begin
    return case
        when p_execution.terminal_at is not null then 'over'
        when _is_suspended(p_execution.state) then 'suspended'
        when p_execution.deadline_at <= p_now then 'deadline_over'
        when _is_attempt_over(
            p_execution.state, p_execution.attempt_deadline_at,
            p_execution.lease_expires_at, p_now
        ) then 'attempt_over'
        when p_execution.flow_id is not null and _is_flow_cancelled(p_execution.flow_id)
            then 'flow_cancelled'
        when p_execution.state = 'children_resume' then 'waits'
        when not _is_active(p_execution.state) then 'take'
        when (_cancel_request_of(p_execution)).execution_id is not null then 'cancel_requested'
        when _may_be_taken_over(p_execution.lease_reclaim_count, p_execution.policy)
            then 'take_over'
        else 'reclaims_exhausted'
    end;
end;
$_candidate_verdict$;

comment on function _candidate_verdict is
'The verdict about a due row. Claims (_settle_candidate) and ff_explain both use it.';
