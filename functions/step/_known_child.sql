create or replace function _known_child(p_parent_id uuid, p_step_key text)
returns ff_spawned_child
language plpgsql
stable
as $_known_child$
declare
    v_step constant ff_step := _step_of(p_parent_id, p_step_key, 'child');
begin
    if v_step.step_key is null then
        return null;
    end if;
    return (
        p_step_key, v_step.child_execution_id, 'already_spawned',
        _state_of(v_step.child_execution_id)
    )::ff_spawned_child;
end;
$_known_child$;

comment on function _known_child is
'The answer to a step that has spawned its child before; null when it has not.';
