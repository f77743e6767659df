create or replace function _partition_of_key(p_scope text, p_key text)
returns integer
language sql
immutable
as $_partition_of_key$
    -- a key contains no zero byte, so that no two pairs of scope and key have the same text
    select get_byte(
        sha256(convert_to(p_scope, 'UTF8') || decode('00', 'hex') || convert_to(p_key, 'UTF8')), 0
    )
$_partition_of_key$;

comment on function _partition_of_key is
'The partition of a key: the first byte of the SHA-256 digest of its scope, a zero byte and the key.';
