create or replace function _request_cancel(
    p_execution ff_exec_core,
    p_now timestamptz,
    p_reason text,
    p_source text,
    p_actor text,
    p_grace_ms bigint
)
returns void
language plpgsql
as $_request_cancel$
declare
    v_cancel_at timestamptz := _after_ms(p_now, p_grace_ms);
    v_audit constant jsonb := _audit(p_reason, p_actor);
begin
    if p_execution.is_limited and not _lock_slots(p_execution.execution_id) then
        -- another session has locked a slot of the lease, so neither of them gets shorter
        v_cancel_at := greatest(v_cancel_at, p_execution.lease_expires_at);
    end if;
    insert into ff_cancel_request as r (
        execution_id, requested_at, cancel_at, reason, source, audit
    )
    values (p_execution.execution_id, p_now, v_cancel_at, p_reason, p_source, v_audit)
    on conflict (execution_id) do update
    set
        requested_at = excluded.requested_at,
        cancel_at = least(r.cancel_at, excluded.cancel_at),
        reason = excluded.reason,
        source = excluded.source,
        audit = excluded.audit;
    -- Its deadline is the end of the grace: no lease lasts longer, and claims and ticks meet it
    -- there.
    update ff_exec_core as e
    set
        is_cancel_requested = true,
        deadline_at = least(e.deadline_at, v_cancel_at),
        lease_expires_at = least(e.lease_expires_at, v_cancel_at),
        claimable_at = least(e.claimable_at, v_cancel_at),
        updated_at = p_now
    where e.execution_id = p_execution.execution_id;
    if v_cancel_at < p_execution.lease_expires_at then
        if p_execution.is_limited then
            perform _extend_slots(p_execution.execution_id, v_cancel_at);
        end if;
        perform _ring_route(p_execution.route_id, v_cancel_at);
    end if;
    perform _record_event(
        'cancel_requested', p_execution, p_now,
        p_audit => v_audit || jsonb_build_object('source', p_source, 'cancel_at', v_cancel_at)
    );
end;
$_request_cancel$;

comment on function _request_cancel is
'Asks the holder of a locked execution to end: at the end of the grace, or when no worker holds it any more, the execution is cancelled.';
