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
begin
    perform _check_key_arguments('p_kid', p_kid, 'p_secret_hex', p_secret_hex);
    v_secret := decode(p_secret_hex, 'hex');
    lock table ff_hmac_key in share row exclusive mode;
    v_now := _now();
    select k.* into v_known from ff_hmac_key as k where k.kid = p_kid;
    if found then
        if not _same_bytes(v_known.inner_pad, _hmac_pad(v_secret, 54)) then
            perform _raise('key_conflict', jsonb_build_object('kid', p_kid));
        end if;
        return (p_kid, 'already_seeded')::ff_seeded_key;
    end if;
    if exists (
        select 1 from ff_hmac_key as k where k.expires_at is null and k.kid <> 'installed'
    ) then
        perform _raise('key_conflict', jsonb_build_object(
            'kid', p_kid, 'reason', 'another key is active'
        ));
    end if;
    -- the key that the installation minted steps aside; what it signed stays valid for a day
    update ff_hmac_key as k set expires_at = v_now + interval '1 day' where k.expires_at is null;
    perform _store_key(p_kid, v_secret, v_now);
    return (p_kid, 'seeded')::ff_seeded_key;
end;
$ff_seed_waitpoint_secret$;

comment on function ff_seed_waitpoint_secret is
$$Gives the installation a signing key of yours, instead of the one that it minted itself. Meant to be called at every start of a server.

Effects: `seeded`: the key is the active one; the minted one verifies for another day. `already_seeded`: the key is known, with the same secret.

Idempotent: yes.

Locks: the key store, until the caller's transaction ends; signing and verifying do not wait for it.

Errors: ZF802 key_conflict when the kid is known with another secret, or another key of yours is active (rotate instead); 22023 and 22004 for arguments.

Example:
```sql
select outcome
from flowfabric.ff_seed_waitpoint_secret(
    '2030-01', '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
);
```
$$;
