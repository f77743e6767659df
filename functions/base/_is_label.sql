create or replace function _is_label(p_value text)
returns boolean
language sql
immutable
as $_is_label$
    select
        octet_length(p_value) between 1 and 256
        and p_value collate "C" !~ e'[[:cntrl:]\\u0080-\\u009f]'
$_is_label$;

comment on function _is_label is
'Is it 1 to 256 bytes without control characters, as a kind, namespace or actor must be? Null for null.';
