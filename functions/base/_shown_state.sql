create or replace function _shown_state(p_execution ff_exec_core, p_now timestamptz)
returns ff_state
language plpgsql
stable
as $_shown_state$
declare
    v_state constant ff_state := _effective_state(
        p_execution.state, p_execution.claimable_at, p_execution.lease_expires_at, p_now
    );
begin
    if p_execution.flow_id is null
        or not _is_eligible(v_state)
        or not _is_flow_cancelled(p_execution.flow_id)
    then
        return v_state;
    end if;
    return (
        select s.state
        from ff_state_vector as v
        inner join ff_state_vector as s on s.attempt_state = v.attempt_state
        where v.state = v_state and s.blocking_reason = 'paused_by_flow_cancel'
    );
end;
$_shown_state$;

comment on function _shown_state is
'The state at p_now as readers see it: a member of a cancelled flow that would wait for a worker is paused, whether or not a claim has found it.';
