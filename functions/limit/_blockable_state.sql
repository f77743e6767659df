create or replace function _blockable_state(p_execution ff_exec_core, p_now timestamptz)
returns ff_state
language plpgsql
stable
as $_blockable_state$
declare
    v_state constant ff_state := _effective_state(
        p_execution.state, p_execution.claimable_at, p_execution.lease_expires_at, p_now
    );
    v_detail constant jsonb := jsonb_build_object(
        'execution_id', p_execution.execution_id,
        'public_state', _public_state(v_state)
    );
    v_vector ff_state_vector;
begin
    select v.* into v_vector from ff_state_vector as v where v.state = v_state;
    if v_vector.lifecycle_phase = 'terminal' then
        perform _raise('execution_not_active', v_detail || jsonb_build_object(
            'terminal_outcome', v_vector.terminal_outcome,
            'lease_epoch', p_execution.lease_epoch,
            'lifecycle_phase', v_vector.lifecycle_phase,
            'attempt_id', p_execution.attempt_id
        ));
    elsif not (_is_eligible(v_state) or _is_blocked(v_state)) then
        perform _refuse_state('execution_not_eligible', p_execution, p_now);
    end if;
    return v_state;
end;
$_blockable_state$;

comment on function _blockable_state is
'The present state of an execution that may be blocked; raises when it may not.';
