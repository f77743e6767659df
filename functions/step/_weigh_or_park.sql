create or replace function _weigh_or_park(
    p_execution ff_exec_core,
    p_step ff_step,
    p_state ff_state,
    p_now timestamptz,
    p_has_parked boolean
)
returns ff_step
language plpgsql
as $_weigh_or_park$
declare
    v_step ff_step;
begin
    if p_step.saved_at is not null then
        -- to ask again for a stored outcome does not count as progress
        return p_step;
    end if;
    v_step := _weigh_wait(p_step, p_now);
    if v_step.saved_at is not null and not p_has_parked then
        perform _note_progress(p_execution);
    else
        perform _park(p_execution, v_step, p_state, p_now, p_has_parked);
    end if;
    return v_step;
end;
$_weigh_or_park$;

comment on function _weigh_or_park is
'Decides a wait of the holder of a locked execution: stores its outcome if it has ended, else gives the lease back, as _park does. Returns the step as it is then.';
