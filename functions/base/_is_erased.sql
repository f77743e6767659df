create or replace function _is_erased(p_tags jsonb)
returns boolean
language sql
immutable
as $_is_erased$
    select p_tags ? 'flowfabric.erased'
$_is_erased$;

comment on function _is_erased is
'Were the contents of an execution with these tags erased? Inlined where it is called.';
