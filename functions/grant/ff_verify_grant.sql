create or replace function ff_verify_grant(p_grant_key text, p_worker_id text)
returns text
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_verify_grant$
declare
    v_key _grant_key;
    v_grant ff_claim_grant;
    v_now constant timestamptz := _now();
begin
    if p_grant_key is null then
        perform _raise_null('p_grant_key');
    end if;
    perform _check_worker_id('p_worker_id', p_worker_id);
    v_key := _parse_grant_key(p_grant_key);
    if v_key.kind is null then
        return 'malformed';
    elsif v_key.expires_at <= v_now then
        return 'expired';
    elsif not exists (
        select 1
        from ff_hmac_key as k
        where
            k.kid = split_part(v_key.signature, ':', 1)
            and (k.expires_at is null or k.expires_at > v_now)
    ) then
        return 'unknown_kid';
    end if;
    select g.*
    into v_grant
    from ff_claim_grant as g
    where
        g.execution_id = v_key.execution_id
        and g.partition_key = v_key.partition_key
        and g.kind = v_key.kind
        and g.expires_at = v_key.expires_at;
    if not found then
        return 'unknown_grant';
    elsif _signature_verdict(
        v_key.signature,
        _grant_message(
            v_grant.kind, v_grant.partition_key, v_grant.execution_id,
            v_grant.worker_id, v_grant.lane_id, v_grant.lease_epoch, v_grant.expires_at
        ),
        v_now
    ) <> 'valid' then
        return 'signature_mismatch';
    end if;
    return case when v_grant.worker_id = p_worker_id then 'valid' else 'wrong_worker' end;
end;
$ff_verify_grant$;

comment on function ff_verify_grant is
$$Would the grant key verify for this worker now? `valid`, or the first thing that is wrong: `malformed`, `expired`, `unknown_kid`, `unknown_grant` (also one that was consumed), `signature_mismatch`, `wrong_worker`.

Redeeming verifies anew; nothing depends on this call.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22023 and 22004 for arguments.

Example:
```sql
select flowfabric.ff_verify_grant('ff1-claim.not-a-key', 'mailer');
```
$$;
