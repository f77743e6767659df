create or replace function _note_job_error(p_job _job)
returns void
language plpgsql
as $_note_job_error$
begin
    -- errors caused by the transaction or the server are left to the next tick
    if left(p_job.error_code, 2) not in ('40', '53', '55', '57', '58') then
        insert into ff_job_error (job, error_code, message, occurred_at)
        values (p_job.job, p_job.error_code, p_job.error_message, _now());
    end if;
end;
$_note_job_error$;

comment on function _note_job_error is
'Notes the error of a job that failed, for ff_health.';
