create or replace function _check_waiting(
    p_execution ff_exec_core,
    p_lane_state text,
    p_now timestamptz
)
returns ff_state
language plpgsql
stable
as $_check_waiting$
declare
    v_state constant ff_state := _admissible_state(p_execution, p_now);
begin
    if not _is_eligible(v_state)
        or p_execution.deadline_at <= p_now
        or p_lane_state is not null
        or _is_flow_cancelled(p_execution.flow_id)
    then
        perform _refuse_state('execution_not_eligible', p_execution, p_now, p_lane_state);
    end if;
    return v_state;
end;
$_check_waiting$;

comment on function _check_waiting is
'Refuses to give out an execution that does not wait for a worker, or whose lane is closed; answers its state as it is now.';
