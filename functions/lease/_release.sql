create or replace function _release(
    p_execution ff_exec_core,
    p_state ff_state,
    p_due_at timestamptz,
    p_now timestamptz,
    p_lease_ended_by ff_lease_end default null,
    p_details jsonb default null,
    p_override jsonb default null
)
returns ff_exec_core
language plpgsql
as $_release$
declare
    v_execution ff_exec_core;
begin
    if p_lease_ended_by is not null and _cancel_as_requested(p_execution, p_now) then
        -- cannot raise ZF201: the row is locked already
        return _lock_execution(p_execution.execution_id);
    end if;
    update ff_exec_core as e
    set
        state = p_state,
        -- The route of a row without claimable_at may have been replaced meanwhile. A row with
        -- claimable_at was moved together with its route. Moving a row needs the gate, which a
        -- claim that applies a timeout does not hold.
        route_id = case
            when e.claimable_at is null then _live_route(e.route_id)
            else e.route_id
        end,
        -- no later than the deadline: a claim at that time ends it
        claimable_at = case
            when num_nonnulls(p_due_at, e.deadline_at) > 0
                then greatest(p_now, least(p_due_at, e.deadline_at))
        end,
        -- a lease that had ended in the same way keeps the time of its end
        lease_ended_at = case
            when coalesce(p_lease_ended_by <> e.lease_ended_by, p_lease_ended_by is not null)
                then p_now
            else e.lease_ended_at
        end,
        lease_ended_by = coalesce(p_lease_ended_by, e.lease_ended_by),
        retry_count = p_execution.retry_count,
        failure_reason = p_execution.failure_reason,
        failure_category = p_execution.failure_category,
        failure_detail = p_execution.failure_detail,
        updated_at = p_now
    where e.execution_id = p_execution.execution_id
    returning e.* into v_execution;
    if p_state = 'revoked' then
        perform _record_event('revoked', v_execution, p_now, p_audit => p_details);
        insert into ff_lapsed_lease (lease_expires_at, execution_id, namespace)
        values (v_execution.lease_expires_at, v_execution.execution_id, v_execution.namespace)
        on conflict do nothing;
    elsif p_details is not null then
        perform _record_event('released', v_execution, p_now, 'none', p_details);
    end if;
    if p_override is not null then
        perform _end_lease_as_operator(p_execution, p_lease_ended_by, p_now, p_override);
    end if;
    if v_execution.flow_id is not null
        and p_state in (
            'waiting_retry', 'backoff_retry', 'waiting_resume', 'delayed_resume', 'resume_delay'
        )
    then
        -- last, because its join may end the execution
        v_execution := _wait_for_join(v_execution);
    end if;
    perform _ring_route(v_execution.route_id, v_execution.claimable_at);
    return v_execution;
end;
$_release$;

comment on function _release is
'Makes a locked execution that has not ended wait: the only place that applies its deadline, wakes workers and writes the event (with p_details). Without p_due_at only the deadline makes the execution due. p_lease_ended_by: the reason why its lease ends; null if no lease ends. p_override: given when an operator acts in the place of the holder. Stores the retry count and the failure of p_execution. An execution whose cancellation was requested is cancelled instead, when its lease ends.';
