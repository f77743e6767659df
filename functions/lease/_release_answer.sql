create or replace function _release_answer(
    p_execution ff_exec_core,
    p_now timestamptz,
    p_is_replay boolean
)
returns ff_released_execution
language sql
stable
as $_release_answer$
    select row(
        p_execution.execution_id,
        _public_state(_effective_state(
            p_execution.state, p_execution.claimable_at, p_execution.lease_expires_at, p_now
        )),
        p_execution.claimable_at,
        _ms_until(p_execution.claimable_at, p_now),
        p_is_replay
    )::ff_released_execution
$_release_answer$;

comment on function _release_answer is 'The answer to a holder that gives its lease back.';
