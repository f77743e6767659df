create or replace function _check_claimable(
    p_execution ff_exec_core,
    p_is_resume boolean,
    p_now timestamptz
)
returns void
language plpgsql
stable
as $_check_claimable$
declare
    v_detail constant jsonb := jsonb_build_object(
        'execution_id', _format_execution_id(p_execution.partition_key, p_execution.execution_id),
        'public_state', _public_state(p_execution.state)
    );
    v_vector ff_state_vector;
begin
    select v.* into v_vector from ff_state_vector as v where v.state = p_execution.state;
    if v_vector.lifecycle_phase = 'active' then
        perform _raise('lease_conflict', v_detail);
    elsif v_vector.lifecycle_phase <> 'runnable' or p_execution.deadline_at <= p_now then
        perform _raise('execution_not_leaseable', v_detail);
    elsif (v_vector.attempt_state = 'attempt_interrupted') and not p_is_resume then
        perform _raise('use_claim_resumed_execution', v_detail);
    elsif (v_vector.attempt_state <> 'attempt_interrupted') and p_is_resume then
        perform _raise('not_a_resumed_execution', v_detail);
    elsif v_vector.eligibility_state <> 'eligible_now' then
        perform _raise('execution_not_leaseable', v_detail);
    end if;
end;
$_check_claimable$;

comment on function _check_claimable is
'Refuses to lease an execution that is in no state for it.';
