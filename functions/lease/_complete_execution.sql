create or replace function _complete_execution(
    p_fence _fence,
    p_output jsonb,
    p_result bytea,
    p_override jsonb default null
)
returns ff_finished_execution
language plpgsql
as $_complete_execution$
declare
    v_execution constant ff_exec_core := _lock_execution(p_fence.execution_id);
    v_now constant timestamptz := _now();
    v_verdict constant text := _fence_verdict(v_execution, p_fence, v_now);
    v_end constant ff_lease_end := case
        when p_override is null then 'completed'::ff_lease_end
        else 'operator_completed'::ff_lease_end
    end;
begin
    if v_verdict is not null then
        if _is_own_lease_end(v_execution, p_fence, v_end)
            or _is_own_attempt_end(p_fence, v_end)
        then
            return (p_fence.execution_id, 'completed', true)::ff_finished_execution;
        end if;
        perform _raise(v_verdict, _fence_detail(v_execution, v_verdict, v_now));
    end if;
    perform _end_execution(
        v_execution, 'success', v_now,
        p_lease_ended_by => 'completed', p_output => p_output, p_result => p_result
    );
    if p_override is not null then
        perform _end_lease_as_operator(v_execution, v_end, v_now, p_override);
    end if;
    return (p_fence.execution_id, 'completed', false)::ff_finished_execution;
end;
$_complete_execution$;

comment on function _complete_execution is
'Completes an execution for the holder of its lease: for the call with explicit ids, and for ff_complete when its fast update hits no row.';
