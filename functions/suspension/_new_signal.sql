create or replace function _new_signal(
    p_waitpoint ff_waitpoint,
    p_request _signal_request,
    p_now timestamptz
)
returns ff_signal
language plpgsql
as $_new_signal$
declare
    v_signal ff_signal;
begin
    v_signal.signal_id := coalesce(
        p_request.signal_id, _new_id(p_now, _partition_of(p_waitpoint.execution_id))
    );
    v_signal.execution_id := p_waitpoint.execution_id;
    v_signal.waitpoint_id := p_waitpoint.waitpoint_id;
    v_signal.signal_name := p_request.signal_name;
    v_signal.signal_category := p_request.signal_category;
    v_signal.input := p_request.input;
    v_signal.payload := p_request.payload;
    v_signal.source_type := p_request.source_type;
    v_signal.source_identity := coalesce(p_request.source_identity, _caller()::text);
    v_signal.source_key := _source_key(p_waitpoint, p_request);
    v_signal.delivered_by := _caller()::text;
    v_signal.correlation_id := p_request.correlation_id;
    v_signal.idempotency_key := p_request.idempotency_key;
    v_signal.accepted_at := p_now;
    return v_signal;
end;
$_new_signal$;

comment on function _new_signal is 'A signal to a waitpoint, before it is weighed.';
