create or replace function _store_key(p_kid text, p_secret bytea, p_now timestamptz)
returns void
language sql
as $_store_key$
    insert into ff_hmac_key (kid, inner_pad, outer_pad, created_at, activated_at)
    values (p_kid, _hmac_pad(p_secret, 54), _hmac_pad(p_secret, 92), p_now, p_now)
$_store_key$;

comment on function _store_key is 'Stores a key as the active one; no other key may be active.';
