create or replace function _redemption_verdict(
    p_execution ff_exec_core,
    p_lane_id text,
    p_kind ff_grant_kind,
    p_grant_key text,
    p_worker_id text,
    p_now timestamptz
)
returns text
language plpgsql
stable
as $_redemption_verdict$
declare
    v_key constant _grant_key := _parse_grant_key(p_grant_key);
begin
    return case
        when v_key.kind is null then 'malformed'
        when v_key.execution_id is distinct from p_execution.execution_id
            then 'wrong_execution'
        when v_key.kind is distinct from p_kind then 'wrong_kind'
        else _grant_verdict(p_execution, p_lane_id, p_grant_key, p_worker_id, p_now)
    end;
end;
$_redemption_verdict$;

comment on function _redemption_verdict is
'Can a key be redeemed on a locked execution, by a function for that kind: valid, or why not.';
