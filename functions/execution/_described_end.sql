create or replace function _described_end(p_execution ff_exec_core)
returns jsonb
language sql
stable
as $_described_end$
    select jsonb_strip_nulls(jsonb_build_object(
        'public_state', v.public_state, 'failure_reason', p_execution.failure_reason,
        'cancellation_reason', p_execution.cancellation_reason,
        'cancelled_by', p_execution.cancelled_by
    ))
    from ff_state_vector as v
    where v.state = p_execution.state
$_described_end$;

comment on function _described_end is 'How and why an execution has ended, for its history.';
