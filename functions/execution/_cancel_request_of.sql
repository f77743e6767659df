create or replace function _cancel_request_of(p_execution ff_exec_core)
returns ff_cancel_request
language plpgsql
stable
as $_cancel_request_of$
declare
    v_request ff_cancel_request;
begin
    -- a budget that was exceeded sets the flag as well
    if p_execution.is_cancel_requested then
        select r.*
        into v_request
        from ff_cancel_request as r
        where r.execution_id = p_execution.execution_id;
    end if;
    return v_request;
end;
$_cancel_request_of$;

comment on function _cancel_request_of is
'The cancellation with a grace that was requested of an execution; null if none was requested.';
