create or replace function _admissible_state(p_execution ff_exec_core, p_now timestamptz)
returns ff_state
language plpgsql
stable
as $_admissible_state$
begin
    return case
        -- it may look again: the call that leases it asks its limits
        when _is_refused(p_execution.state) and p_execution.claimable_at <= p_now
            then _waiting_state(p_execution.state)
        else _effective_state(
            p_execution.state, p_execution.claimable_at, p_execution.lease_expires_at, p_now
        )
    end;
end;
$_admissible_state$;

comment on function _admissible_state is
'The state as it is now, for a call that will ask the limits itself: a refused execution that may look again waits.';
