create or replace function _token_verdict(
    p_signature text,
    p_message text,
    p_expires_us bigint,
    p_now timestamptz
)
returns text
language plpgsql
stable
as $_token_verdict$
declare
    v_verdict constant text := _signature_verdict(p_signature, p_message, p_now);
begin
    -- expired only for a token that was right: other callers must not learn about keys
    if v_verdict = 'valid' and p_expires_us <= extract(epoch from p_now) * 1000000
        or v_verdict = 'unknown_kid'
        and _signature_verdict(p_signature, p_message, '-infinity') = 'valid'
    then
        return 'expired';
    end if;
    return v_verdict;
end;
$_token_verdict$;

comment on function _token_verdict is
'Whether the signature of a token is that of the message: valid, expired (the token itself, or its key is past its grace), malformed, unknown_kid or signature_mismatch.';
