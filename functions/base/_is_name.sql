create or replace function _is_name(p_value text, p_kind _name_kind)
returns boolean
language sql
immutable
as $_is_name$
    select case p_kind
        when 'label' then
            octet_length(p_value) between 1 and 256
            and p_value collate "C" !~ e'[[:cntrl:]\\u0080-\\u009f]'
        when 'lane' then
            octet_length(p_value) between 1 and 64 and p_value collate "C" !~ '[^ -~]'
        when 'worker' then
            octet_length(p_value) between 1 and 256 and not _has_blank(p_value)
        when 'tag_key' then
            octet_length(p_value) <= 256
            and p_value collate "C" ~ '^[a-z][a-z0-9_]*[.][a-z0-9_][a-z0-9_.]*$'
    end
$_is_name$;

comment on function _is_name is
'Is a text a name of this kind? Null for null. A label is a kind, a namespace, an actor or a key.';
