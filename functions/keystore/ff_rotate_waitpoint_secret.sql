create or replace function ff_rotate_waitpoint_secret(
    p_new_kid text,
    p_new_secret_hex text,
    p_grace_ms bigint default 86400000
)
returns ff_rotated_key
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_rotate_waitpoint_secret$
declare
    v_now timestamptz;
    v_secret bytea;
    v_known ff_hmac_key;
    v_previous ff_hmac_key;
    v_removed integer;
begin
    perform _check_key_arguments(
        'p_new_kid', p_new_kid, 'p_new_secret_hex', p_new_secret_hex, 32, 1024
    );
    if p_grace_ms is null then
        perform _raise_null('p_grace_ms');
    elsif not _is_duration(p_grace_ms, 0) then
        perform _raise_invalid('p_grace_ms', 'must be between 0 and 315360000000');
    end if;
    v_secret := decode(p_new_secret_hex, 'hex');
    lock table ff_hmac_key in share row exclusive mode;
    v_now := _now();
    select k.* into v_known from ff_hmac_key as k where k.kid = p_new_kid;
    if found and not _same_bytes(v_known.inner_pad, _hmac_pad(v_secret, 54)) then
        perform _raise('key_conflict', jsonb_build_object('kid', p_new_kid));
    end if;
    select k.* into v_previous from ff_hmac_key as k where k.expires_at is null;
    if v_previous.kid = p_new_kid then
        return (p_new_kid, 'unchanged', null, null, 0)::ff_rotated_key;
    end if;

    delete from ff_hmac_key as k where k.expires_at <= v_now and k.kid <> p_new_kid;
    get diagnostics v_removed = row_count;
    update ff_hmac_key as k
    set expires_at = _after_ms(v_now, p_grace_ms)
    where k.expires_at is null;
    if v_known.kid is null then
        perform _store_key(p_new_kid, v_secret, v_now);
    else
        -- a key that was used before becomes active again
        update ff_hmac_key as k
        set expires_at = null, activated_at = v_now
        where k.kid = p_new_kid;
    end if;
    perform _record_operation('key_rotated', v_now, null, null, jsonb_build_object(
        'kid', p_new_kid, 'previous_kid', v_previous.kid
    ));
    return (
        p_new_kid, 'rotated', v_previous.kid, _after_ms(v_now, p_grace_ms), v_removed
    )::ff_rotated_key;
end;
$ff_rotate_waitpoint_secret$;

comment on function ff_rotate_waitpoint_secret is
$$Makes another key the active one; signatures of the previous one stay valid for `p_grace_ms`.

Effects: `rotated`: new signatures use the new key; keys past their grace are removed. `unchanged`: the key was the active one. A key that was used before, with the same secret, becomes active again.

Idempotent: yes.

Locks: the key store, until the caller's transaction ends; signing and verifying do not wait for it.

Errors: ZF802 key_conflict when the kid is known with another secret; 22023 and 22004 for arguments (the secret is 32 to 1024 random bytes in hex).

Example:
```sql
select outcome, previous_kid
from flowfabric.ff_rotate_waitpoint_secret(
    '2030-02', '1f1e1d1c1b1a191817161514131211100f0e0d0c0b0a09080706050403020100'
);
```
$$;
