create or replace function _store_outcome(p_step ff_step, p_now timestamptz)
returns ff_step
language plpgsql
as $_store_outcome$
declare
    v_newest constant ff_step := _newest_step(p_step.execution_id);
    v_step ff_step := p_step;
begin
    v_step.begun_place := coalesce(p_step.begun_place, p_step.place);
    v_step.place := v_newest.place + 1;
    v_step.step_count := v_newest.step_count;
    -- beyond the limit, too: the end of a wait must not fail
    v_step.byte_count := v_newest.byte_count + coalesce(pg_column_size(p_step.output), 0);
    v_step.saved_at := p_now;
    perform _check_step_place(v_step.execution_id, v_step.place, p_now);
    update ff_step as s
    set
        begun_place = v_step.begun_place,
        place = v_step.place,
        step_count = v_step.step_count,
        byte_count = v_step.byte_count,
        saved_at = v_step.saved_at,
        outcome = v_step.outcome,
        output = v_step.output,
        sender = v_step.sender,
        received_at = v_step.received_at
    where s.execution_id = v_step.execution_id and s.step_key = v_step.step_key;
    return v_step;
end;
$_store_outcome$;

comment on function _store_outcome is
'Stores the outcome of a wait, which a locked execution has begun before.';
