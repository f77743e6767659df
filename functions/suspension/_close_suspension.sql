create or replace function _close_suspension(
    p_execution ff_exec_core,
    p_now timestamptz,
    p_close_reason text,
    p_closer_signal_id uuid default null,
    p_details jsonb default null
)
returns void
language plpgsql
as $_close_suspension$
declare
    v_suspension_id uuid;
    v_step_key text;
begin
    update ff_suspension as s
    set
        closed_at = p_now,
        close_reason = p_close_reason,
        closer_signal_id = p_closer_signal_id,
        close_details = p_details
    where
        s.execution_id = p_execution.execution_id
        and s.closed_at is null
    returning s.suspension_id, s.step_key into v_suspension_id, v_step_key;
    -- their tokens do not deliver signals any more
    update ff_waitpoint as w
    set state = 'closed', closed_at = p_now, close_reason = p_close_reason
    where w.suspension_id = v_suspension_id and w.state = 'active';
    -- the end of the execution is not an outcome: a replay asks anew
    if v_step_key is not null and p_close_reason in ('resumed', 'timed_out_auto_resume') then
        perform _save_suspension(p_execution.execution_id, v_step_key, p_closer_signal_id, p_now);
    end if;
end;
$_close_suspension$;

comment on function _close_suspension is
'Closes the open suspension of a locked execution, if it has one, and its waitpoints.';
