create or replace function _redeem_grant(
    p_execution ff_exec_core,
    p_kind ff_grant_kind,
    p_grant_key text,
    p_worker_id text,
    p_now timestamptz
)
returns text
language plpgsql
as $_redeem_grant$
declare
    v_grant ff_claim_grant;
begin
    select g.*
    into v_grant
    from ff_claim_grant as g
    where
        g.execution_id = p_execution.execution_id
        and g.partition_key = p_execution.partition_key
        and g.kind = p_kind
        and g.grant_id = sha256(convert_to(p_grant_key, 'UTF8'))
    for update;
    if not found then
        return 'not_found';
    elsif v_grant.worker_id is distinct from p_worker_id then
        return 'wrong_worker';
    elsif v_grant.expires_at <= p_now then
        return 'expired';
    elsif v_grant.lease_epoch is distinct from p_execution.lease_epoch
        or _signature_verdict(
            (_parse_grant_key(p_grant_key)).signature,
            _grant_message(
                v_grant.kind, v_grant.partition_key, v_grant.execution_id,
                p_worker_id, v_grant.lane_id, p_execution.lease_epoch, v_grant.expires_at
            ),
            p_now
        ) <> 'valid'
    then
        return 'not_valid';
    end if;
    delete from ff_claim_grant as g
    where
        g.execution_id = p_execution.execution_id
        and g.partition_key = p_execution.partition_key;
    return 'redeemed';
end;
$_redeem_grant$;

comment on function _redeem_grant is
'Verifies and consumes a grant on a locked execution; answers redeemed, or why not. A refused grant stays.';
