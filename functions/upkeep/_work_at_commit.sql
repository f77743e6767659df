create or replace function _work_at_commit()
returns void
language plpgsql
as $_work_at_commit$
declare
    -- asked before the todos are done: a tick moves their head, too
    v_is_tick_due constant boolean := _is_tick_due();
    v_job _job;
begin
    -- first: others wait for them, and the time of a tick may be over before
    if _has_due_flow_todos() then
        v_job.job := 'flows';
        v_job.max_rows := 100;
        v_job.stop_at := _now() + _ride_along_time();
        v_job := _run_job(v_job, p_passes_on => false);
        if v_job.error_code is not null then
            perform _note_job_error(v_job);
        end if;
    end if;
    if v_is_tick_due and _take_job_slot('tick', 40) then
        perform count(*) from _run_tick(100, _ride_along_time(), p_rides_along => true);
    end if;
end;
$_work_at_commit$;

comment on function _work_at_commit is
'Does the maintenance of a commit: the flow todos that are due, and a tick, if one is due.';
