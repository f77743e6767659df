create or replace function _check_submitter(
    p_lane_id text,
    p_submitters text[],
    p_count bigint,
    p_bytes bigint
)
returns void
language plpgsql
as $_check_submitter$
declare
    v_fault jsonb;
begin
    if p_submitters is null then
        return;
    end if;
    v_fault := _submitter_fault(p_lane_id, p_submitters, p_count, p_bytes);
    if v_fault is not null then
        perform _raise('submitter_limit_exceeded', v_fault);
    end if;
end;
$_check_submitter$;

comment on function _check_submitter is
'Refuses submissions that would exceed a limit of their submitter.';
