create or replace function _is_in_line(p_execution ff_exec_core)
returns boolean
language plpgsql
stable
as $_is_in_line$
begin
    return _is_refused(p_execution.state) and exists (
        select 1 from ff_admission_wait as w where w.execution_id = p_execution.execution_id
    );
end;
$_is_in_line$;

comment on function _is_in_line is
'Was it refused to a claim by a budget or a quota, and waits for that? False when an operator has blocked it for one.';
