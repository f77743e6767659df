create or replace function _begin_wait(
    p_execution ff_exec_core,
    p_step_key text,
    p_kind ff_step_kind,
    p_wake_at timestamptz,
    p_now timestamptz
)
returns ff_step
language plpgsql
immutable
as $_begin_wait$
declare
    v_step ff_step;
begin
    v_step.execution_id := p_execution.execution_id;
    v_step.step_key := p_step_key;
    v_step.kind := p_kind;
    v_step.attempt_index := p_execution.attempt_index;
    v_step.begun_at := p_now;
    v_step.wake_at := p_wake_at;
    v_step.waited_epoch := p_execution.lease_epoch;
    return v_step;
end;
$_begin_wait$;

comment on function _begin_wait is 'The step of a wait that begins, before it is stored.';
