create or replace function _erased_key(p_scope text, p_key text)
returns text
language sql
immutable
as $_erased_key$
    select 'flowfabric.erased:' || encode(_key_digest(p_scope, p_key), 'hex')
$_erased_key$;

comment on function _erased_key is 'A key in the form in which an erased execution keeps it; null for null.';
