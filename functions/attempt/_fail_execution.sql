create or replace function _fail_execution(
    p_fence _fence,
    p_reason text,
    p_category text,
    p_detail jsonb,
    p_may_retry boolean,
    p_retry_policy jsonb default null,
    p_next_attempt_policy jsonb default null,
    p_source text default 'lease_holder'
)
returns ff_failed_attempt
language plpgsql
as $_fail_execution$
declare
    v_execution constant ff_exec_core := _lock_execution(
        p_fence.partition_key, p_fence.execution_id
    );
    v_now constant timestamptz := _announce();
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
    if p_next_attempt_policy is not null then
        update ff_exec_core as e
        set policy = _merged_policy(e.policy, p_next_attempt_policy)
        where e.execution_id = p_fence.execution_id and e.partition_key = p_fence.partition_key;
    end if;
    return _fail_attempt(
        v_execution, v_now, p_may_retry,
        coalesce(p_retry_policy, v_execution.policy -> 'retry_policy'), 'failed',
        p_reason, p_category, p_detail, 'failed', _override_audit(p_source)
    );
end;
$_fail_execution$;

comment on function _fail_execution is
'Fails the attempt of the holder of a lease; both families of calls end here.';
