create or replace function _note_progress(p_execution ff_exec_core)
returns void
language plpgsql
as $_note_progress$
begin
    if p_execution.retry_count > 0 or p_execution.lease_reclaim_count > 0 then
        update ff_exec_core as e
        set retry_count = 0, lease_reclaim_count = 0
        where e.execution_id = p_execution.execution_id;
    end if;
end;
$_note_progress$;

comment on function _note_progress is
'Sets the counts of retries and takeovers of a locked execution back, for it has saved a step since: a life of months is not ended by restarts of its workers.';
