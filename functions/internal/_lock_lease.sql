create or replace function _lock_lease(
    p_fence _fence,
    out p_execution ff_exec_core,
    out p_now timestamptz
)
language plpgsql
as $_lock_lease$
declare
    v_verdict text;
begin
    p_execution := _lock_execution(p_fence.partition_key, p_fence.execution_id);
    -- after the lock: waiting for it took time, and the lease may have run out meanwhile
    p_now := _now();
    v_verdict := _fence_verdict(p_execution, p_fence, p_now);
    if v_verdict is not null then
        perform _raise(v_verdict, _fence_detail(p_execution, v_verdict, p_now));
    end if;
end;
$_lock_lease$;

comment on function _lock_lease is
'Locks an execution for the holder of its lease and reads the clock, or raises why the caller does not hold it.';
