create or replace function _do_due_flow_todos(p_limit integer, p_stop_at timestamptz)
returns integer
language plpgsql
as $_do_due_flow_todos$
declare
    v_job _job;
    v_count integer := 0;
begin
    v_job.job := 'flow_backlog';
    v_job.max_rows := p_limit;
    v_job.stop_at := p_stop_at;
    v_job := _run_job(v_job);
    if v_job.error_code is null then
        return v_job.processed;
    end if;
    -- One todo fails: each gets a block of its own, so that the others are not rolled back.
    v_job.max_rows := 1;
    for v_todo in 1..least(p_limit, 1000) loop
        v_job.processed := 0;
        v_job.error_code := null;
        v_job := _run_job(v_job);
        if v_job.error_code is not null then
            perform _put_off_flow_todo();
            perform _note_job_error(v_job);
        end if;
        exit when v_job.error_code is null and v_job.processed = 0;
        v_count := v_count + v_job.processed;
        exit when _now() >= p_stop_at;
    end loop;
    return v_count;
end;
$_do_due_flow_todos$;

comment on function _do_due_flow_todos is
'Works on flow todos in one block, or, if that fails, in a block for each todo; a todo that fails is put off for a minute. Returns how many executions it dealt with.';
