create or replace function _open_suspension(
    p_execution ff_exec_core,
    p_request _suspension_request,
    p_now timestamptz
)
returns ff_suspension
language plpgsql
as $_open_suspension$
declare
    v_suspension ff_suspension;
begin
    if p_request.timeout_at < p_now - interval '10 minutes' then
        perform _raise_invalid('p_timeout_at', 'lies more than ten minutes in the past');
    end if;
    v_suspension.suspension_id := _new_id(p_now, _partition_of(p_execution.execution_id));
    v_suspension.execution_id := p_execution.execution_id;
    v_suspension.namespace := p_execution.namespace;
    v_suspension.attempt_index := p_execution.attempt_index;
    v_suspension.attempt_id := p_execution.attempt_id;
    v_suspension.lease_id := p_execution.lease_id;
    v_suspension.lease_epoch := p_execution.lease_epoch;
    v_suspension.suspended_by := _caller()::text;
    v_suspension.worker_id := p_execution.worker_id;
    v_suspension.worker_instance_id := p_execution.worker_instance_id;
    v_suspension.has_parked := true;
    v_suspension.condition := p_request.condition;
    v_suspension.reason_code := p_request.reason_code;
    v_suspension.requested_by := p_request.requested_by;
    v_suspension.continuation := p_request.continuation;
    v_suspension.idempotency_key := p_request.idempotency_key;
    v_suspension.suspended_at := p_now;
    v_suspension.step_key := p_request.step_key;
    v_suspension.title := p_request.title;
    v_suspension.detail := p_request.detail;
    v_suspension.signal_count := 0;
    v_suspension.progress := '[]';
    if num_nonnulls(p_request.timeout_at, p_request.timeout_ms) > 0 then
        -- never below the announced moment: the head of the timeouts relies on this
        v_suspension.timeout_at := greatest(
            p_now, p_request.timeout_at, _after_ms(p_now, p_request.timeout_ms)
        );
        v_suspension.timeout_behavior := p_request.timeout_behavior;
    end if;
    insert into ff_suspension values (v_suspension.*);
    return v_suspension;
end;
$_open_suspension$;

comment on function _open_suspension is 'Writes the suspension that an execution is about to begin.';
