create or replace function _token_verdict(p_token text, p_message text, p_now timestamptz)
returns text
language plpgsql
stable
as $_token_verdict$
declare
    v_verdict constant text := _signature_verdict(p_token, p_message, p_now);
begin
    -- expired only for a token that was right: other callers must not learn about keys
    if v_verdict = 'unknown_kid' and _signature_verdict(p_token, p_message, '-infinity') = 'valid'
    then
        return 'expired';
    end if;
    return v_verdict;
end;
$_token_verdict$;

comment on function _token_verdict is
'Whether a token is that of the message: valid, expired (its key is past its grace), malformed, unknown_kid or signature_mismatch.';
