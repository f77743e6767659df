create or replace function _begin_suspension_step(
    p_execution ff_exec_core,
    p_known ff_step,
    p_suspension ff_suspension
)
returns void
language plpgsql
as $_begin_suspension_step$
declare
    v_step ff_step;
begin
    if p_known.step_key is not null then
        -- its suspension ended without an outcome
        update ff_step as s
        set suspension_id = p_suspension.suspension_id, wake_at = p_suspension.timeout_at
        where s.execution_id = p_known.execution_id and s.step_key = p_known.step_key;
        return;
    end if;
    v_step := _begin_wait(
        p_execution, p_suspension.step_key, 'signal', p_suspension.timeout_at,
        p_suspension.suspended_at
    );
    v_step.suspension_id := p_suspension.suspension_id;
    perform _store_step(v_step);
end;
$_begin_suspension_step$;

comment on function _begin_suspension_step is
'Writes the step of a suspension that begins.';
