create or replace function _renew_lease(p_fence _fence, p_ttl_ms bigint)
returns ff_lease_renewal
language plpgsql
as $_renew_lease$
declare
    v_expires_at timestamptz;
    v_execution ff_exec_core;
    v_now timestamptz;
    v_may_extend boolean;
begin
    v_execution := _lock_execution(p_fence.execution_id);
    if v_execution.is_limited then
        v_may_extend := _lock_slots(p_fence.execution_id);
    end if;
    v_now := _now_at_gate();
    perform _check_fence(
        v_execution, p_fence, _fence_moment(v_execution.lease_expires_at, v_now)
    );
    -- a lease never ends after the attempt's timeout or the execution's deadline
    v_expires_at := least(
        _after_ms(v_now, p_ttl_ms), v_execution.attempt_deadline_at, v_execution.deadline_at
    );
    if not v_may_extend then
        -- nor after the slots that the execution holds; the next renewal tries again
        v_expires_at := v_execution.lease_expires_at;
    end if;
    if v_execution.lease_ended_by is not null then
        -- The clock was set back to before a lapse that was noted: the lease may lapse again.
        update ff_exec_core as e
        set lease_ended_at = null, lease_ended_by = null
        where e.execution_id = p_fence.execution_id;
    end if;
    if v_expires_at < v_execution.lease_expires_at then
        -- workers that sleep expect this lease to lapse later
        perform _ring_route(v_execution.route_id, v_expires_at);
    end if;
    update ff_exec_core as e
    set
        claimable_at = v_expires_at,
        lease_expires_at = v_expires_at,
        lease_renewed_at = v_now,
        updated_at = v_now
    where e.execution_id = p_fence.execution_id
    returning e.* into v_execution;
    if v_execution.is_limited then
        perform _extend_slots(p_fence.execution_id, v_expires_at);
    end if;
    perform _record_event('renewed', v_execution, v_now);
    return _remaining_lease(v_execution, v_now);
end;
$_renew_lease$;

comment on function _renew_lease is
'Extends the lease of a holder: the body of the call with a handle and of the call with explicit ids.';
