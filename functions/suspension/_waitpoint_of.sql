create or replace function _waitpoint_of(p_execution ff_exec_core, p_waitpoint_id uuid)
returns ff_waitpoint
language plpgsql
stable
as $_waitpoint_of$
declare
    v_waitpoint ff_waitpoint;
begin
    select w.*
    into v_waitpoint
    from ff_waitpoint as w
    where
        w.waitpoint_id = p_waitpoint_id
        and w.execution_id = p_execution.execution_id;
    if not found then
        perform _raise('waitpoint_not_found', jsonb_build_object(
            'execution_id', p_execution.execution_id,
            'waitpoint_id', p_waitpoint_id
        ));
    end if;
    return v_waitpoint;
end;
$_waitpoint_of$;

comment on function _waitpoint_of is 'The current row of a waitpoint of a locked execution; raises when the execution does not have that waitpoint.';
