create or replace function _check_fence(
    p_execution ff_exec_core,
    p_fence _fence,
    p_now timestamptz
)
returns void
language plpgsql
stable
as $_check_fence$
declare
    v_verdict constant text := _fence_verdict(p_execution, p_fence, p_now);
begin
    if v_verdict is not null then
        perform _raise(v_verdict, _fence_detail(p_execution, v_verdict, p_now));
    end if;
end;
$_check_fence$;

comment on function _check_fence is
'Refuses a caller who does not hold the lease of a locked execution; the caller must have read the clock after it took the lock.';
