create or replace function _is_engine_tag(p_key text)
returns boolean
language sql
immutable
as $_is_engine_tag$
    select starts_with(p_key, 'flowfabric.')
$_is_engine_tag$;

comment on function _is_engine_tag is 'Is a key of a tag one of those that only the engine and operators set?';
