create or replace function _admissible_state(p_execution ff_exec_core, p_now timestamptz)
returns ff_state
language plpgsql
stable
as $_admissible_state$
begin
    if p_execution.claimable_at > p_now and _is_in_line(p_execution) then
        perform _refuse_by_limit(
            w.execution_id, w.limit_kind::text, w.limit_id, w.limit_key,
            p_execution.claimable_at, p_now
        )
        from ff_admission_wait as w
        where w.execution_id = p_execution.execution_id;
    end if;
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
'The state as it is now, for a call that will ask the limits itself: a refused execution that may look again waits. Raises which limit has refused an execution that stands in its line.';
