create or replace function _tick_at_commit()
returns trigger
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $_tick_at_commit$
declare
    v_patience constant interval := interval '10 seconds';
    -- A prepared transaction keeps its locks for an unknown time; so does one that runs SET
    -- CONSTRAINTS before its end. Only the text of the statement shows this, and it may also match
    -- other statements.
    v_may_stay_open constant boolean := _is_being_prepared()
        or coalesce(current_query() ~* 'set.*constraints', false);
    v_job _job;
begin
    -- so the tick is put off, but not for ever: a later tick removes the request
    if v_may_stay_open and not _is_tick_due(v_patience)
        -- it has been made read only since
        or current_setting('transaction_read_only') = 'on'
    then
        return null;
    end if;
    delete from ff_tick_request as r where r.request_id = new.request_id;
    -- the commit goes on, also when this fails
    v_job.job := 'commit';
    v_job := _run_job(v_job, p_passes_on => false);
    if v_job.error_code is not null then
        perform _note_job_error(v_job);
    end if;
    -- triggers that were queued later may do work that asks for it again
    perform set_config('flowfabric.tick', '', true);
    return null;
end;
$_tick_at_commit$;

comment on function _tick_at_commit is
'Runs a bounded tick when a transaction commits that asked for it, unless another session has run one or is running one.';
