create or replace function _may_wait(
    p_execution ff_exec_core,
    p_fence _fence,
    p_now timestamptz
)
returns boolean
language plpgsql
stable
as $_may_wait$
begin
    if _has_parked(p_execution, p_fence) then
        return true;
    end if;
    perform _check_fence(
        p_execution, p_fence, _fence_moment(p_execution.lease_expires_at, p_now)
    );
    return false;
end;
$_may_wait$;

comment on function _may_wait is
'Refuses a caller that may not begin a wait. Returns true when another wait of the same handle has given the lease back already.';
