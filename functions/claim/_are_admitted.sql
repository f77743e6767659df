create or replace function _are_admitted(
    p_row_ids tid[],
    p_lease_ttl_ms bigint,
    p_now timestamptz
)
returns boolean
language plpgsql
as $_are_admitted$
declare
    v_job _job;
    v_done _job;
begin
    v_job.job := 'admit';
    v_job.row_ids := p_row_ids;
    v_job.now_at := p_now;
    v_job.lease_ttl_ms := p_lease_ttl_ms;
    v_done := _run_job(v_job);
    return v_done.error_code is null and v_done.row_ids <> '{}';
end;
$_are_admitted$;

comment on function _are_admitted is
'Takes, as a set and in a block of its own, what the own limits of locked rows ask for their leases. False: not all rows are admitted, and nothing was taken.';
