create or replace function _fence_detail(
    p_execution ff_exec_core,
    p_verdict text,
    p_now timestamptz
)
returns jsonb
language sql
stable
as $_fence_detail$
    select
        jsonb_build_object(
            'execution_id',
            p_execution.execution_id,
            'lease_epoch',
            p_execution.lease_epoch
        )
        || case p_verdict
            when 'execution_not_active' then jsonb_build_object(
                'lifecycle_phase', v.lifecycle_phase,
                'terminal_outcome', v.terminal_outcome,
                'attempt_id', p_execution.attempt_id
            )
            when 'lease_expired' then jsonb_build_object(
                'lease_expires_at', p_execution.lease_expires_at,
                'expired_since_ms', _ms_between(p_execution.lease_expires_at, p_now)
            )
            else '{}'
        end
    from ff_state_vector as v
    where v.state = p_execution.state
$_fence_detail$;

comment on function _fence_detail is 'The DETAIL of the error when a call of a lease holder is refused.';
