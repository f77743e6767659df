create or replace function ff_seed_waitpoint_secret(p_kid text, p_secret_hex text)
returns ff_seeded_key
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_seed_waitpoint_secret$
declare
    v_now timestamptz;
    v_secret bytea;
    v_known ff_hmac_key;
    v_previous ff_hmac_key;
begin
    perform _check_key_arguments('p_kid', p_kid, 'p_secret_hex', p_secret_hex, 32, 32);
    v_secret := decode(p_secret_hex, 'hex');
    lock table ff_hmac_key in share row exclusive mode;
    v_now := _now();
    select k.* into v_known from ff_hmac_key as k where k.kid = p_kid;
    if found then
        return (
            p_kid, 'already_seeded', _same_bytes(v_known.inner_pad, _hmac_pad(v_secret, 54))
        )::ff_seeded_key;
    end if;
    select k.* into v_previous from ff_hmac_key as k where k.expires_at is null;
    if v_previous.kid <> 'installed' then
        perform _raise('key_conflict', jsonb_build_object(
            'kid', p_kid, 'active_kid', v_previous.kid
        ));
    end if;
    -- the generated key is not active any more; its signatures stay valid for a day
    update ff_hmac_key as k
    set expires_at = _after_ms(v_now, 86400000)
    where k.kid = v_previous.kid;
    perform _store_key(p_kid, v_secret, v_now);
    perform _record_operation('key_rotated', v_now, null, null, jsonb_build_object(
        'kid', p_kid, 'previous_kid', v_previous.kid
    ));
    return (p_kid, 'seeded', true)::ff_seeded_key;
end;
$ff_seed_waitpoint_secret$;

comment on function ff_seed_waitpoint_secret is
$$Gives the installation a signing key of your own, in place of the one that it generated. A service may call it at every start.

Effects: `seeded`: the key is the active one; signatures of the generated one stay valid for another day. `already_seeded`: a key with this kid is stored already, and nothing changes; `is_same_secret` says whether it has the same secret.

Idempotent: yes.

Locks: the key store, until the caller's transaction ends; signing and verifying do not wait for it.

Errors: ZF802 key_conflict when another key of yours is active (rotate instead); 22023 and 22004 for arguments (the secret is 32 bytes, 64 hex digits).

Example:
```sql
select outcome
from flowfabric.ff_seed_waitpoint_secret(
    '2030-01', '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
);
```
$$;
