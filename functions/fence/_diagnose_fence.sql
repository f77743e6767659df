create or replace function _diagnose_fence(
    p_fence _fence,
    p_bad_argument text,
    p_call ff_lease_end,
    p_now timestamptz
)
returns ff_finished_item
language plpgsql
as $_diagnose_fence$
declare
    v_id constant text := _format_execution_id(p_fence.partition_key, p_fence.execution_id);
    v_execution ff_exec_core;
    v_verdict text;
begin
    if p_fence is null or p_bad_argument is not null then
        return (
            v_id, 'invalid', null, false, '22023',
            jsonb_build_object('argument', coalesce(p_bad_argument, 'p_handles'))
        )::ff_finished_item;
    end if;
    -- No lock: an epoch never goes back, so a lease that is not the caller's will not become it.
    -- Except to an old snapshot, which may not know that it is the caller's by now.
    perform _refuse_old_snapshot(p_fence.partition_key, p_fence.execution_id);
    select e.*
    into v_execution
    from ff_exec_core as e
    where e.execution_id = p_fence.execution_id and e.partition_key = p_fence.partition_key;
    if not found then
        v_verdict := 'execution_not_found';
    elsif not _has_lane_right((_route_of(v_execution)).lane_id, '{claim}') then
        return (
            v_id, 'not_authorised', null, false, 'ZF801', jsonb_build_object('execution_id', v_id)
        )::ff_finished_item;
    elsif p_call is not null
        and (_ended_lease(v_execution, p_fence, p_call) or _ended_attempt(p_fence, p_call))
    then
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
        coalesce(
            _fence_detail(v_execution, v_verdict, p_now), jsonb_build_object('execution_id', v_id)
        )
    )::ff_finished_item;
end;
$_diagnose_fence$;

comment on function _diagnose_fence is
'What a batch answers for a handle on which it could not act: why, or that the same call did it before.';
