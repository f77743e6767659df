create or replace function _check_steering(p_execution_id uuid, p_call text)
returns void
language plpgsql
stable
as $_check_steering$
declare
    v_roles constant name[] := _acting_roles();
begin
    if not _acts_as_operator(v_roles) and exists (
        select 1
        from ff_exec_core as e
        where e.execution_id = p_execution_id and e.created_by = any (v_roles::text[])
    ) then
        perform _check_execution(p_execution_id, 'submit', 'operate');
        return;
    end if;
    perform _check_operator(p_call);
    perform _check_execution(p_execution_id, 'operate');
end;
$_check_steering$;

comment on function _check_steering is
'Refuses a caller that is neither an operator nor acts as the role that submitted the execution.';
