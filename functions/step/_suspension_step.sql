create or replace function _suspension_step(p_execution_id uuid, p_step_key text)
returns ff_step
language plpgsql
stable
as $_suspension_step$
declare
    v_step constant ff_step := _step_of(p_execution_id, p_step_key, 'signal');
begin
    if v_step.signal_name is not null then
        perform _raise('step_kind_mismatch', jsonb_build_object(
            'execution_id', p_execution_id, 'step_key', p_step_key, 'kind', 'signal',
            'signal_name', v_step.signal_name
        ));
    end if;
    return v_step;
end;
$_suspension_step$;

comment on function _suspension_step is
'The step of a locked execution that is a suspension; null when it has none with this key. Raises when the key stands for another kind, or for a signal by name.';
