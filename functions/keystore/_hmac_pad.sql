create or replace function _hmac_pad(p_secret bytea, p_byte integer)
returns bytea
language plpgsql
immutable
as $_hmac_pad$
declare
    v_key bytea := case when octet_length(p_secret) > 64 then sha256(p_secret) else p_secret end;
begin
    v_key := v_key || decode(repeat('00', 64 - octet_length(v_key)), 'hex');
    for v_position in 0..63 loop
        v_key := set_byte(v_key, v_position, get_byte(v_key, v_position) # p_byte);
    end loop;
    return v_key;
end;
$_hmac_pad$;

comment on function _hmac_pad is 'A pad of HMAC (RFC 2104): the key, filled up to 64 bytes, xor a byte.';
