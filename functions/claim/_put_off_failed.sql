create or replace function _put_off_failed(p_execution_id uuid, p_job _job)
returns void
language plpgsql
as $_put_off_failed$
declare
    v_look_again_at constant timestamptz := p_job.now_at + interval '1 minute';
begin
    -- from a visible moment to a later one: as a claim, this needs no gate
    update ff_exec_core as e
    set claimable_at = greatest(e.claimable_at, v_look_again_at), updated_at = p_job.now_at
    where
        e.execution_id = p_execution_id
        and e.terminal_at is null
        and e.claimable_at is not null;
    insert into ff_job_error (
        job, execution_id, error_code, message, occurred_at, look_again_at
    )
    values (
        p_job.job, p_execution_id, p_job.error_code, p_job.error_message,
        p_job.now_at, v_look_again_at
    );
end;
$_put_off_failed$;

comment on function _put_off_failed is
'Keeps claims and ticks from a locked execution that could not be settled, for a minute, and notes the error.';
