create or replace function _check_claimable(
    p_execution ff_exec_core,
    p_lane_id text,
    p_is_resume boolean,
    p_now timestamptz
)
returns void
language plpgsql
stable
as $_check_claimable$
declare
    v_state constant ff_state := _admissible_state(p_execution, p_now);
    v_lane_state constant text := _lane_closed_as(p_lane_id);
    v_vector ff_state_vector;
    v_symbol text;
begin
    select v.* into v_vector from ff_state_vector as v where v.state = v_state;
    v_symbol := case
        when v_vector.lifecycle_phase = 'active' then 'lease_conflict'
        when v_vector.lifecycle_phase <> 'runnable' then 'execution_not_leaseable'
        when v_vector.eligibility_state <> 'eligible_now' then 'execution_not_leaseable'
        when p_execution.deadline_at <= p_now then 'execution_not_leaseable'
        -- the lane was closed since the grant was issued
        when v_lane_state is not null then 'execution_not_leaseable'
        -- the flow may have been cancelled since
        when _is_flow_cancelled(p_execution.flow_id) then 'execution_not_leaseable'
        when v_vector.attempt_state = 'attempt_interrupted' and not p_is_resume
            then 'use_claim_resumed_execution'
        when v_vector.attempt_state <> 'attempt_interrupted' and p_is_resume
            then 'not_a_resumed_execution'
    end;
    if v_symbol is not null then
        perform _refuse_state(
            v_symbol, p_execution, p_now, v_lane_state,
            case
                when v_symbol <> 'execution_not_leaseable' then
                    (select c.hint from ff_error_code as c where c.symbol = v_symbol)
            end
        );
    end if;
end;
$_check_claimable$;

comment on function _check_claimable is
'Refuses to lease an execution that is in no state for it, or whose lane is closed.';
