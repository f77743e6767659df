create or replace function _key_digest(p_scope text, p_key text)
returns bytea
language sql
immutable
as $_key_digest$
    select case
        -- of an execution that was erased, only this is left of the key
        when p_key ~ '^flowfabric[.]erased:[0-9a-f]{64}$'
            then decode(right(p_key, 64), 'hex')
        -- a key contains no zero byte, so that no two pairs of scope and key have the same text
        else sha256(
            convert_to(p_scope, 'UTF8') || decode('00', 'hex') || convert_to(p_key, 'UTF8')
        )
    end
$_key_digest$;

comment on function _key_digest is
'The digest by which a key is looked up: SHA-256 of its scope, a zero byte and the key.';
