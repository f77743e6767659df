create or replace function _diagnose_fence(
    p_fence _fence,
    p_bad_argument text,
    p_call ff_lease_end,
    p_now timestamptz,
    p_has_lock boolean default true
)
returns ff_finished_item
language plpgsql
as $_diagnose_fence$
declare
    v_id constant uuid := p_fence.execution_id;
    v_execution ff_exec_core;
    v_verdict text;
begin
    if p_fence.execution_id is null or p_bad_argument is not null then
        return (
            v_id, 'invalid', null, false, '22023',
            jsonb_build_object(
                'argument', coalesce(p_bad_argument, 'p_handles'),
                'message', case
                    when p_bad_argument is null then 'p_handles has an item that is not a handle'
                    else p_bad_argument || ' has an item with two forms of content, with more than'
                        || ' 16 MiB, or with numbers or levels beyond the limits'
                end
            )
        )::ff_finished_item;
    end if;
    -- No lock: an epoch never falls, so a lease that is not the caller's cannot become the
    -- caller's. Only an old snapshot may not show that the lease is the caller's by now.
    perform _refuse_old_snapshot(p_fence.execution_id);
    select e.*
    into v_execution
    from ff_exec_core as e
    where e.execution_id = p_fence.execution_id;
    if not found then
        v_verdict := 'execution_not_found';
    elsif not _has_lane_right((_route_of(v_execution)).lane_id, '{claim}') then
        return (
            v_id, 'not_authorised', null, false, 'ZF801', jsonb_build_object('execution_id', v_id)
        )::ff_finished_item;
    elsif not p_has_lock
        and v_execution.state = 'active'
        and v_execution.lease_epoch = p_fence.lease_epoch
        and v_execution.lease_id = p_fence.lease_id
    then
        -- the transaction that holds the row may be ending the lease; it has not committed
        return (
            v_id, 'busy', _public_state(v_execution.state), false, null, null
        )::ff_finished_item;
    elsif p_call is not null
        and (
            _is_own_lease_end(v_execution, p_fence, p_call)
            or _is_own_attempt_end(p_fence, p_call)
        )
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
'The answer of a batch for a handle on which it could not act: the reason, or a replay when the same call did it before.';
