create or replace function _reason_lease(p_execution ff_exec_core, p_now timestamptz)
returns _gate
language plpgsql
stable
as $_reason_lease$
declare
    v_is_held constant boolean := _is_leased(
        p_execution.state, p_execution.lease_expires_at, p_now
    );
    v_ends_at constant timestamptz := case
        when p_execution.state = 'revoked' then p_execution.lease_ended_at
        else p_execution.lease_expires_at
    end;
begin
    return (
        'lease',
        not v_is_held,
        case
            when v_is_held then 'held'
            when p_execution.state = 'revoked' then 'revoked'
            when _is_active(p_execution.state) then 'lapsed'
            else 'none'
        end,
        case
            when _is_active(p_execution.state) then jsonb_strip_nulls(jsonb_build_object(
                'worker_id', p_execution.worker_id,
                'worker_instance_id', p_execution.worker_instance_id,
                'lease_id', p_execution.lease_id,
                'lease_epoch', p_execution.lease_epoch,
                'lease_acquired_at', p_execution.lease_acquired_at,
                'lease_renewed_at', p_execution.lease_renewed_at,
                'lease_expires_at', v_ends_at,
                'remaining_ms', _ms_until(v_ends_at, p_now),
                'progress_percent', p_execution.progress_percent,
                'progress_message', p_execution.progress_message
            ))
            else '{}'
        end,
        case when v_is_held then 'its holder, or time' end,
        case when v_is_held then p_execution.lease_expires_at end
    )::_gate;
end;
$_reason_lease$;

comment on function _reason_lease is
'Does a worker hold the execution, and until when? Part of ff_explain.';
