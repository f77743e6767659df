create or replace function _answer_incomplete(
    p_fence _fence,
    p_is_refused boolean,
    p_now timestamptz
)
returns ff_finished_item
language plpgsql
stable
as $_answer_incomplete$
declare
    v_id constant text := _format_execution_id(p_fence.partition_key, p_fence.execution_id);
    v_execution ff_exec_core;
    v_verdict text;
begin
    if p_fence is null or p_is_refused then
        return (
            v_id, 'invalid', null, false, '22023',
            jsonb_build_object('argument', case when p_is_refused then 'p_outputs' else 'p_handles' end)
        )::ff_finished_item;
    end if;
    -- No lock: an epoch never goes back, so a lease that is not the caller's will not become it.
    select e.*
    into v_execution
    from ff_exec_core as e
    where e.execution_id = p_fence.execution_id and e.partition_key = p_fence.partition_key;
    if not found then
        v_verdict := 'execution_not_found';
    elsif _ended_lease(v_execution, p_fence, 'completed') then
        return (v_id, 'completed', 'completed', true, null, null)::ff_finished_item;
    else
        v_verdict := coalesce(_fence_verdict(v_execution, p_fence, p_now), 'lease_expired');
    end if;
    return (
        v_id,
        v_verdict,
        _public_state(v_execution.state),
        false,
        (select c.sqlstate from ff_error_code as c where c.symbol = v_verdict),
        coalesce(_fence_detail(v_execution, v_verdict, p_now), jsonb_build_object('execution_id', v_id))
    )::ff_finished_item;
end;
$_answer_incomplete$;

comment on function _answer_incomplete is
'What ff_complete_batch answers for a handle that it could not complete.';
