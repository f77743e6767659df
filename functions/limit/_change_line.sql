create or replace function _change_line(
    p_execution ff_exec_core,
    p_priority integer,
    p_now timestamptz
)
returns void
language plpgsql
as $_change_line$
declare
    v_wait ff_admission_wait;
begin
    select w.*
    into v_wait
    from ff_admission_wait as w
    where w.execution_id = p_execution.execution_id;
    if not found then
        return;
    end if;
    update ff_admission_wait as w
    set priority = p_priority, waits_since = p_now
    where w.execution_id = p_execution.execution_id;
    if v_wait.limit_kind = 'rate' then
        -- the whole line is counted anew
        insert into ff_limit_todo (limit_id, limit_key, limit_kind)
        values (v_wait.limit_id, v_wait.limit_key, 'rate');
        perform _wake_waiting(v_wait.limit_id, v_wait.limit_key, 'rate', 1);
    end if;
end;
$_change_line$;

comment on function _change_line is
'Moves an execution in its line to the end of another priority.';
