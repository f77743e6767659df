create or replace function _expire_at_once(p_execution_ids uuid[], p_now timestamptz)
returns void
language plpgsql
as $_expire_at_once$
declare
    v_execution_id uuid;
    v_execution ff_exec_core;
begin
    foreach v_execution_id in array p_execution_ids loop
        -- read anew: in a flow, the end of one may have ended the next one
        v_execution := _lock_execution(v_execution_id);
        if v_execution.terminal_at is null then
            perform _expire_overdue(v_execution, p_now);
        end if;
    end loop;
end;
$_expire_at_once$;

comment on function _expire_at_once is
'Ends new executions whose deadline had passed when they were submitted.';
