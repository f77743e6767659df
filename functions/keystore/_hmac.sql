create or replace function _hmac(p_inner_pad bytea, p_outer_pad bytea, p_message text)
returns bytea
language plpgsql
immutable
as $_hmac$
begin
    return sha256(p_outer_pad || sha256(p_inner_pad || convert_to(p_message, 'UTF8')));
end;
$_hmac$;

comment on function _hmac is 'HMAC-SHA256 of a message, from the pads of a key.';
