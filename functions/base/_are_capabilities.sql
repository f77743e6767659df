create or replace function _are_capabilities(p_value text[])
returns boolean
language sql
stable
as $_are_capabilities$
    select
        cardinality(p_value) = 0
        or (
            array_ndims(p_value) = 1
            and cardinality(p_value) <= 256
            and array_position(p_value, null) is null
            and array_position(p_value, '') is null
            and octet_length(array_to_string(p_value, ',')) <= 4096
            and not _has_blank(array_to_string(p_value, ','))
            -- the joined text splits into as many tokens as before: no token has a comma
            and cardinality(string_to_array(array_to_string(p_value, ','), ','))
            = cardinality(p_value)
        )
$_are_capabilities$;

comment on function _are_capabilities is
'Are these at most 256 tokens, together at most 4096 bytes, each not empty and without comma, white space or control character? Null for null.';
