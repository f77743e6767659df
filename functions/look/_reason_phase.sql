create or replace function _reason_phase(p_execution ff_exec_core, p_now timestamptz)
returns _gate
language plpgsql
stable
as $_reason_phase$
declare
    v_vector ff_state_vector;
begin
    select v.*
    into v_vector
    from ff_state_vector as v
    where v.state = _effective_state(
        p_execution.state, p_execution.claimable_at, p_execution.lease_expires_at, p_now
    );
    return (
        'phase',
        p_execution.terminal_at is null,
        case
            when p_execution.terminal_at is null then v_vector.lifecycle_phase::text
            else v_vector.public_state::text
        end,
        jsonb_strip_nulls(jsonb_build_object(
            'public_state', v_vector.public_state,
            'terminal_at', p_execution.terminal_at,
            'failure_reason', p_execution.failure_reason,
            'failure_category', p_execution.failure_category,
            'cancellation_reason', p_execution.cancellation_reason,
            'cancelled_by', p_execution.cancelled_by
        )),
        case when p_execution.terminal_at is not null then 'ff_replay_execution' end,
        null
    )::_gate;
end;
$_reason_phase$;

comment on function _reason_phase is
'Has the execution ended? Part of ff_explain.';
