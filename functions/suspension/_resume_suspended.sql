create or replace function _resume_suspended(
    p_execution ff_exec_core,
    p_now timestamptz,
    p_resume_delay_ms bigint,
    p_close_reason text,
    p_closer_signal_id uuid default null,
    p_details jsonb default null
)
returns ff_exec_core
language plpgsql
as $_resume_suspended$
declare
    v_execution ff_exec_core;
begin
    perform _close_suspension(
        p_execution, p_now, p_close_reason, p_closer_signal_id, p_details
    );
    update ff_exec_core as e
    set
        state = case
            when p_resume_delay_ms > 0 then 'resume_delay'
            else 'waiting_resume'
        end::ff_state,
        -- It may have been replaced while nothing of it could be claimed. What could was moved with
        -- it; and a move needs the gate, which who applies a timeout does not hold.
        route_id = case
            when e.claimable_at is null then _live_route(e.route_id)
            else e.route_id
        end,
        -- no later than the deadline: whoever claims then ends it
        claimable_at = greatest(
            p_now, least(_after_ms(p_now, p_resume_delay_ms), e.deadline_at)
        ),
        updated_at = p_now
    where e.execution_id = p_execution.execution_id
    returning e.* into v_execution;
    if v_execution.flow_id is not null then
        v_execution := _wait_for_join(v_execution);
    end if;
    perform _ring_route(v_execution.route_id, v_execution.claimable_at);
    return v_execution;
end;
$_resume_suspended$;

comment on function _resume_suspended is
'Ends the open suspension of a locked execution, whose interrupted attempt goes on with the next claim.';
