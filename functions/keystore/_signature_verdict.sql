create or replace function _signature_verdict(
    p_signature text,
    p_message text,
    p_now timestamptz
)
returns text
language plpgsql
stable
as $_signature_verdict$
declare
    v_kid constant text := split_part(p_signature, ':', 1);
    v_hex constant text := split_part(p_signature, ':', 2);
    v_key ff_hmac_key;
begin
    if p_signature is null or p_signature !~ '^[A-Za-z0-9_-]{1,64}:[0-9a-f]{64}$' then
        return 'malformed';
    end if;
    select k.*
    into v_key
    from ff_hmac_key as k
    where k.kid = v_kid and (k.expires_at is null or k.expires_at > p_now);
    if not found then
        return 'unknown_kid';
    end if;
    return case
        when _same_bytes(
            decode(v_hex, 'hex'),
            _hmac(v_key.inner_pad, v_key.outer_pad, v_kid || ':' || p_message)
        ) then 'valid'
        else 'signature_mismatch'
    end;
end;
$_signature_verdict$;

comment on function _signature_verdict is
'Whether a signature is that of the message: valid, malformed, unknown_kid (also for a key past its grace) or signature_mismatch.';
