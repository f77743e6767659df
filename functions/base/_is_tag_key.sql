create or replace function _is_tag_key(p_value text)
returns boolean
language sql
immutable
as $_is_tag_key$
    select
        octet_length(p_value) <= 256
        and p_value collate "C" ~ '^[a-z][a-z0-9_]*[.][a-z0-9_][a-z0-9_.]*$'
$_is_tag_key$;

comment on function _is_tag_key is 'Is it a tag key, owner.name? Null for null.';
