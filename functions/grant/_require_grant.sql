create or replace function _require_grant(
    p_execution ff_exec_core,
    p_lane_id text,
    p_kind ff_grant_kind,
    p_grant_key text,
    p_worker_id text,
    p_now timestamptz
)
returns void
language plpgsql
stable
as $_require_grant$
declare
    v_verdict constant text := _redemption_verdict(
        p_execution, p_lane_id, p_kind, p_grant_key, p_worker_id, p_now
    );
begin
    if v_verdict <> 'valid' then
        perform _refuse_grant(p_execution.execution_id, p_grant_key, v_verdict);
    end if;
end;
$_require_grant$;

comment on function _require_grant is
'Raises why a grant cannot be redeemed, if it cannot; leasing the execution is what consumes it.';
