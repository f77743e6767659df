create or replace function _store_signal(p_signal ff_signal)
returns void
language plpgsql
as $_store_signal$
begin
    insert into ff_signal (
        signal_id, execution_id, waitpoint_id, signal_name, signal_category, input, payload,
        source_type, source_identity, source_key, delivered_by,
        correlation_id, idempotency_key, accepted_at, effect
    )
    values (
        p_signal.signal_id, p_signal.execution_id, p_signal.waitpoint_id,
        p_signal.signal_name, p_signal.signal_category, p_signal.input, p_signal.payload,
        p_signal.source_type, p_signal.source_identity, p_signal.source_key,
        p_signal.delivered_by, p_signal.correlation_id, p_signal.idempotency_key,
        p_signal.accepted_at, p_signal.effect
    );
    -- a suspension on it in an older snapshot conflicts with this update
    update ff_waitpoint as w
    set signal_count = w.signal_count + 1, last_signal_at = p_signal.accepted_at
    where w.waitpoint_id = p_signal.waitpoint_id;
end;
$_store_signal$;

comment on function _store_signal is 'Stores a signal.';
