create or replace function _save_step(
    p_fence _fence,
    p_step_key text,
    p_output jsonb,
    p_result bytea
)
returns ff_saved_step
language plpgsql
as $_save_step$
declare
    v_execution ff_exec_core;
    v_step ff_step;
    v_now timestamptz;
begin
    perform _check_step_key('p_step_key', p_step_key);
    v_execution := _lock_execution(p_fence.execution_id);
    v_now := _now();
    perform _check_fence(v_execution, p_fence, v_now);
    v_step := _step_of(p_fence.execution_id, p_step_key, 'value');
    if v_step.step_key is not null then
        return (
            p_step_key, 'already_saved', v_step.output, v_step.result
        )::ff_saved_step;
    end if;
    v_step.execution_id := p_fence.execution_id;
    v_step.step_key := p_step_key;
    v_step.kind := 'value';
    v_step.attempt_index := v_execution.attempt_index;
    v_step.saved_at := v_now;
    v_step.output := p_output;
    v_step.result := p_result;
    perform _store_step(v_step);
    perform _note_progress(v_execution);
    return (p_step_key, 'saved', p_output, p_result)::ff_saved_step;
end;
$_save_step$;

comment on function _save_step is
'Saves a step for the holder of a lease: the general body, for whatever ff_save_step does not do itself.';
