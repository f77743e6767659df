create or replace function _grant_verdict(
    p_execution ff_exec_core,
    p_lane_id text,
    p_grant_key text,
    p_worker_id text,
    p_now timestamptz
)
returns text
language plpgsql
stable
as $_grant_verdict$
declare
    v_key constant _grant_key := _parse_grant_key(p_grant_key);
    v_signature text;
    v_grant ff_claim_grant;
    v_is_this_key boolean;
begin
    if v_key.kind is null then
        return 'malformed';
    elsif v_key.expires_at <= p_now then
        return 'expired';
    end if;
    -- signed: the execution, its present lane, and the worker that the caller names
    v_signature := _signature_verdict(
        v_key.signature,
        _grant_message(
            v_key.kind, p_execution.execution_id,
            p_worker_id, p_lane_id, v_key.lease_epoch, v_key.expires_at
        ),
        p_now
    );
    if v_signature = 'unknown_kid' then
        return 'unknown_kid';
    end if;

    select g.*
    into v_grant
    from ff_claim_grant as g
    where
        g.execution_id = p_execution.execution_id
        and g.kind = v_key.kind;
    if not found then
        return 'unknown_grant';
    end if;
    v_is_this_key := v_grant.grant_id = sha256(convert_to(p_grant_key, 'UTF8'));
    return case
        when v_is_this_key and v_grant.worker_id <> p_worker_id then 'wrong_worker'
        when v_signature <> 'valid' then 'signature_mismatch'
        -- consumed, replaced by another grant, or from the time of an earlier owner
        when not v_is_this_key or v_key.lease_epoch is distinct from p_execution.lease_epoch
            then 'unknown_grant'
        -- void; while the lease that is live again holds, the caller reports that instead
        when not _still_reserves(v_grant, p_execution)
            and (p_execution.state <> 'active' or p_execution.lease_expires_at <= p_now)
            then 'unknown_grant'
        else 'valid'
    end;
end;
$_grant_verdict$;

comment on function _grant_verdict is
'Checks a key against the grant on an execution for a worker: valid, or the first fault.';
