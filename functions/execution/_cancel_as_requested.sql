create or replace function _cancel_as_requested(
    p_execution ff_exec_core,
    p_now timestamptz,
    p_is_grace_over boolean default false
)
returns boolean
language plpgsql
as $_cancel_as_requested$
declare
    v_request constant ff_cancel_request := _cancel_request_of(p_execution);
begin
    if v_request.execution_id is null
        or (p_is_grace_over and v_request.cancel_at > p_now)
    then
        return false;
    end if;
    perform _cancel_locked(
        p_execution, p_now, v_request.reason, v_request.source, p_audit => v_request.audit
    );
    return true;
end;
$_cancel_as_requested$;

comment on function _cancel_as_requested is
'Cancels a locked execution whose cancellation was requested with a grace, because no worker holds it any more, or with p_is_grace_over only at the end of the grace. Returns whether it did.';
