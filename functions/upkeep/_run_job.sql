create or replace function _run_job(p_job _job, p_passes_on boolean default true)
returns _job
language plpgsql
as $_run_job$
declare
    v_job _job := p_job;
begin
    return _do_job(p_job);
exception
    -- a cancel request may arrive during a commit, which goes on without the job
    when query_canceled or others then
        get stacked diagnostics
            v_job.error_code = returned_sqlstate,
            v_job.error_message = message_text;
        -- caused by the transaction, the server or the operator, not by the work
        if p_passes_on and left(v_job.error_code, 2) in ('40', '53', '55', '57', '58') then
            raise;
        end if;
        v_job.error_message := left(v_job.error_message, 500);
        return v_job;
end;
$_run_job$;

comment on function _run_job is
'Does a job in a block of its own: an error undoes it and is returned with it. Errors of the classes 40, 53, 55, 57 and 58 are raised, unless the job rides along with a commit. The only function that catches every error.';
