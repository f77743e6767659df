create or replace function _step_of(
    p_execution_id uuid,
    p_step_key text,
    p_kind ff_step_kind
)
returns ff_step
language plpgsql
stable
as $_step_of$
declare
    v_step ff_step;
begin
    select s.*
    into v_step
    from ff_step as s
    where s.execution_id = p_execution_id and s.step_key = p_step_key;
    if v_step.kind <> p_kind then
        perform _raise('step_kind_mismatch', jsonb_build_object(
            'execution_id', p_execution_id, 'step_key', p_step_key, 'kind', v_step.kind
        ));
    end if;
    return v_step;
end;
$_step_of$;

comment on function _step_of is
'The step of a locked execution with this key; null when it has none. Raises when the key stands for another kind.';
