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
begin
    perform _close_suspension(
        p_execution, p_now, p_close_reason, p_closer_signal_id, p_details
    );
    return _release(
        p_execution,
        case when p_resume_delay_ms > 0 then 'resume_delay' else 'waiting_resume' end::ff_state,
        _after_ms(p_now, p_resume_delay_ms),
        p_now
    );
end;
$_resume_suspended$;

comment on function _resume_suspended is
'Ends the open suspension of a locked execution, whose interrupted attempt goes on with the next claim.';
