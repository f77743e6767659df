create or replace function _resume_waiting(
    p_execution ff_exec_core,
    p_step ff_step,
    p_now timestamptz
)
returns ff_exec_core
language plpgsql
as $_resume_waiting$
begin
    perform _record_event(
        'wait_ended', p_execution, p_now, 'none',
        jsonb_strip_nulls(jsonb_build_object(
            'step_key', p_step.step_key, 'kind', p_step.kind,
            'outcome', coalesce(p_step.outcome, 'slept'), 'signal_name', p_step.signal_name
        ))
    );
    return _release(p_execution, 'waiting_resume', p_now, p_now);
end;
$_resume_waiting$;

comment on function _resume_waiting is
'Makes a locked execution claimable whose wait has ended: the next claim continues its attempt.';
