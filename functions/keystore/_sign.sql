create or replace function _sign(p_message text)
returns text
language plpgsql
stable
as $_sign$
declare
    v_key ff_hmac_key;
begin
    select k.* into v_key from ff_hmac_key as k where k.expires_at is null;
    -- the kid is signed, too: a signature of one key never passes for that of another
    return v_key.kid || ':' || encode(
        _hmac(v_key.inner_pad, v_key.outer_pad, v_key.kid || ':' || p_message), 'hex'
    );
end;
$_sign$;

comment on function _sign is 'Signs a message with the active key; the form is kid:hex.';
