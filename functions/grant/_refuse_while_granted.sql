create or replace function _refuse_while_granted(p_execution ff_exec_core, p_now timestamptz)
returns void
language plpgsql
stable
as $_refuse_while_granted$
declare
    v_expires_at constant timestamptz := _reserved_until(p_execution, p_now);
begin
    if v_expires_at is not null then
        perform _raise('grant_already_exists', jsonb_build_object(
            'execution_id',
            p_execution.execution_id,
            'expires_at', v_expires_at,
            'remaining_ms', _ms_until(v_expires_at, p_now)
        ));
    end if;
end;
$_refuse_while_granted$;

comment on function _refuse_while_granted is 'Refuses another grant while one is out.';
