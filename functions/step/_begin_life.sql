create or replace function _begin_life(
    p_execution ff_exec_core,
    p_input jsonb,
    p_payload bytea,
    p_now timestamptz
)
returns ff_exec_core
language plpgsql
as $_begin_life$
declare
    v_life constant integer := coalesce(p_execution.life, 1) + 1;
    v_execution ff_exec_core := p_execution;
begin
    if _cancel_as_requested(p_execution, p_now) then
        -- cannot raise ZF201: the row is locked already
        return _lock_execution(p_execution.execution_id);
    end if;
    perform _forget_steps(p_execution, p_now);
    perform _archive_attempt(p_execution, 'ended_success', p_now, 'continued');
    update ff_exec_core as e
    set
        life = v_life,
        tags = e.tags || jsonb_build_object('flowfabric.life', v_life::text),
        input = p_input,
        payload = p_payload,
        lease_reclaim_count = 0,
        deadline_at = coalesce(
            _after_ms(
                p_now, (e.policy #>> '{timeout_policy,execution_deadline_ms}')::numeric::bigint
            ),
            e.deadline_at
        ),
        attempt_deadline_at = null,
        progress_percent = null,
        progress_message = null
    where e.execution_id = p_execution.execution_id;
    v_execution.retry_count := 0;
    v_execution.failure_reason := null;
    v_execution.failure_category := null;
    v_execution.failure_detail := null;
    -- a first attempt that is delayed until now: the claim counts the attempts on
    return _release(
        v_execution, 'delayed_first', p_now, p_now, 'continued',
        jsonb_build_object('reason', 'continued_as_new', 'life', v_life)
    );
end;
$_begin_life$;

comment on function _begin_life is
'Ends the life of a locked execution and begins the next one, which has no steps.';
