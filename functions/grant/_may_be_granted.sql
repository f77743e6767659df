create or replace function _may_be_granted(
    p_execution ff_exec_core,
    p_rules jsonb,
    p_until timestamptz,
    p_now timestamptz
)
returns boolean
language plpgsql
as $_may_be_granted$
declare
    v_execution_id constant uuid := p_execution.execution_id;
    v_job _job;
begin
    v_job.job := 'promise';
    v_job.now_at := p_now;
    v_job.until_at := p_until;
    v_job.keys := array[v_execution_id];
    v_job.rules := p_rules;
    v_job := _run_job(v_job);
    if v_job.error_code is not null then
        perform _put_off_failed(v_execution_id, v_job);
        return false;
    end if;
    return v_job.ids <> '{}';
end;
$_may_be_granted$;

comment on function _may_be_granted is
'Settles a locked execution as a claim would, and takes what it needs from its limits until a moment, for a grant: false when it was ended or parked, or was put off, because a limit refuses it, or because that failed.';
