create or replace function _work_off_flow_debts(p_limit integer)
returns integer
language plpgsql
as $_work_off_flow_debts$
declare
    v_job _job;
    v_count integer := 0;
begin
    v_job.job := 'flow_debts';
    v_job.max_rows := p_limit;
    v_job := _run_job(v_job);
    if v_job.error_code is null then
        return v_job.processed;
    end if;
    -- One debt fails: each gets a block of its own, so that the others are not rolled back.
    v_job.max_rows := 1;
    for v_debt in 1..least(p_limit, 1000) loop
        v_job.processed := 0;
        v_job.error_code := null;
        v_job := _run_job(v_job);
        if v_job.error_code is not null then
            perform _put_off_flow_debt();
            perform _note_job_error(v_job);
        end if;
        exit when v_job.error_code is null and v_job.processed = 0;
        v_count := v_count + v_job.processed;
    end loop;
    return v_count;
end;
$_work_off_flow_debts$;

comment on function _work_off_flow_debts is
'Works on flow debts in one block, or, if that fails, in a block for each debt; a debt that fails is put off for a minute. Returns how many executions it dealt with.';
