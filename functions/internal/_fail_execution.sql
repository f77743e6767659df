create or replace function _fail_execution(
    p_fence _fence,
    p_reason text,
    p_category text,
    p_detail jsonb,
    p_may_retry boolean
)
returns ff_failed_attempt
language plpgsql
as $_fail_execution$
declare
    v_execution ff_exec_core := _lock_execution(p_fence.partition_key, p_fence.execution_id);
    v_now timestamptz := _now();
    v_verdict constant text := _fence_verdict(v_execution, p_fence, v_now);
    v_replay ff_failed_attempt;
begin
    if v_verdict is not null then
        v_replay := _replayed_failure(v_execution, p_fence, v_now);
        if v_replay.outcome is not null then
            return v_replay;
        end if;
        perform _raise(v_verdict, _fence_detail(v_execution, v_verdict, v_now));
    end if;
    return _fail_attempt(
        v_execution, v_now, p_may_retry, v_execution.policy -> 'retry_policy', 'failed',
        p_reason, p_category, p_detail, 'failed'
    );
end;
$_fail_execution$;

comment on function _fail_execution is
'Fails the attempt of the holder of a lease; both families of calls end here.';
