create or replace function _described_suspension(p_execution ff_exec_core)
returns jsonb
language sql
stable
as $_described_suspension$
    select jsonb_strip_nulls(jsonb_build_object(
        'suspension_id', s.suspension_id,
        'step_key', s.step_key,
        'title', s.title,
        'detail', s.detail,
        'reason_code', s.reason_code,
        'condition', s.condition,
        'requested_by', s.requested_by,
        'continuation', s.continuation,
        'suspended_at', s.suspended_at,
        'timeout_at', s.timeout_at,
        'timeout_behavior', s.timeout_behavior,
        'escalated_at', s.escalated_at,
        'signal_count', s.signal_count,
        'closed_at', s.closed_at,
        'close_reason', s.close_reason
    ))
    from ff_suspension as s
    where
        s.execution_id = p_execution.execution_id
        and s.attempt_index = p_execution.attempt_index
    order by s.lease_epoch desc, s.has_parked desc, s.suspended_at desc, s.suspension_id desc
    limit 1
$_described_suspension$;

comment on function _described_suspension is 'The last suspension of the current attempt, as JSON; null when the attempt was never suspended.';
