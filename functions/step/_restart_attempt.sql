create or replace function _restart_attempt(p_execution ff_exec_core, p_now timestamptz)
returns ff_exec_core
language plpgsql
as $_restart_attempt$
declare
    v_execution ff_exec_core := p_execution;
begin
    perform _note_progress(p_execution);
    v_execution.retry_count := 0;
    if p_execution.attempt_deadline_at is not null then
        -- at the end of the lease all of its time is left
        v_execution.attempt_deadline_at := _after_ms(
            p_now,
            (p_execution.policy #>> '{timeout_policy,attempt_timeout_ms}')::numeric::bigint
        );
        update ff_exec_core as e
        set attempt_deadline_at = v_execution.attempt_deadline_at
        where e.execution_id = p_execution.execution_id;
    end if;
    return v_execution;
end;
$_restart_attempt$;

comment on function _restart_attempt is
'Lets the time of an attempt start anew after a wait that begins now, and its counts of retries and takeovers begin at 0 again. Returns the row for _release.';
