create or replace function _store_step(p_step ff_step)
returns ff_step
language plpgsql
as $_store_step$
declare
    v_newest constant ff_step := _newest_step(p_step.execution_id);
    v_bytes constant bigint := _step_bytes(p_step);
    v_step ff_step := p_step;
begin
    perform _check_step_room(p_step.execution_id, v_newest, 1, v_bytes);
    v_step.place := coalesce(v_newest.place, 0) + 1;
    v_step.step_count := coalesce(v_newest.step_count, 0) + 1;
    v_step.byte_count := coalesce(v_newest.byte_count, 0) + v_bytes;
    -- a step that an older snapshot does not show conflicts, and PostgreSQL raises 40001
    insert into ff_step values (v_step.*) on conflict do nothing;
    return v_step;
end;
$_store_step$;

comment on function _store_step is
'Writes a new step of a locked execution in its place, within the limits.';
