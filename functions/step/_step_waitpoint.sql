create or replace function _step_waitpoint(
    p_execution_id uuid,
    p_step_key text,
    p_waitpoint_key text
)
returns ff_waitpoint
language plpgsql
stable
as $_step_waitpoint$
declare
    v_step constant ff_step := _suspension_step(p_execution_id, p_step_key);
    v_waitpoint ff_waitpoint;
begin
    select w.*
    into v_waitpoint
    from ff_waitpoint as w
    where
        w.execution_id = p_execution_id
        and w.step_key = p_step_key
        and w.waitpoint_key = p_waitpoint_key
        -- a closed one, if its suspension has an outcome
        and (w.state <> 'closed' or v_step.saved_at is not null)
    order by w.waitpoint_id desc
    limit 1;
    return v_waitpoint;
end;
$_step_waitpoint$;

comment on function _step_waitpoint is
'The waitpoint that a locked execution has created for a step before; null if it has not.';
