create or replace function _fail_execution(
    p_fence _fence,
    p_reason text,
    p_category text,
    p_detail jsonb,
    p_may_retry boolean,
    p_retry_policy jsonb default null,
    p_next_attempt_policy jsonb default null,
    p_override jsonb default null
)
returns ff_failed_attempt
language plpgsql
as $_fail_execution$
declare
    v_execution constant ff_exec_core := _lock_execution(p_fence.execution_id);
    v_now constant timestamptz := _now_at_gate();
    v_verdict constant text := _fence_verdict(
        v_execution, p_fence, _fence_moment(v_execution.lease_expires_at, v_now)
    );
    v_end constant ff_lease_end := case
        when p_override is null then 'failed'::ff_lease_end
        else 'operator_failed'::ff_lease_end
    end;
    v_answer ff_failed_attempt;
begin
    if v_verdict is not null then
        v_answer := _replayed_failure(v_execution, p_fence, v_end, v_now);
        if v_answer.outcome is not null then
            return v_answer;
        end if;
        perform _raise(v_verdict, _fence_detail(v_execution, v_verdict, v_now));
    end if;
    if p_next_attempt_policy is not null then
        update ff_exec_core as e
        set policy = _merged_policy(e.policy, p_next_attempt_policy)
        where e.execution_id = p_fence.execution_id;
    end if;
    v_answer := _fail_attempt(
        v_execution, v_now, p_may_retry,
        coalesce(p_retry_policy, _retry_policy_of(v_execution.policy)), 'failed',
        p_reason, p_category, p_detail, v_end
    );
    if p_override is not null then
        perform _end_lease_as_operator(v_execution, v_end, v_now, p_override);
    end if;
    return v_answer;
end;
$_fail_execution$;

comment on function _fail_execution is
'Fails the attempt of the holder of a lease: the body of the call with a handle and of the call with explicit ids.';
