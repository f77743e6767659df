create or replace function _settle_rows(
    p_row_ids tid[],
    p_rules jsonb,
    p_now timestamptz,
    p_stop_at timestamptz,
    p_lease_ttl_ms bigint,
    p_attempt_timeout_ms bigint
)
returns tid[]
language plpgsql
as $_settle_rows$
declare
    v_job _job;
    v_done _job;
begin
    v_job.job := 'claim';
    v_job.row_ids := p_row_ids;
    v_job.rules := p_rules;
    v_job.now_at := p_now;
    v_job.stop_at := p_stop_at;
    v_job.lease_ttl_ms := p_lease_ttl_ms;
    v_job.attempt_timeout_ms := p_attempt_timeout_ms;
    v_done := _run_job(v_job);
    return case
        when v_done.error_code is null then v_done.row_ids else _settle_each(v_job)
    end;
end;
$_settle_rows$;

comment on function _settle_rows is
'Settles locked rows of a batch that are not simply waiting, in one block, or, if one of them fails, in a block for each. Returns the rows that the claim leases.';
