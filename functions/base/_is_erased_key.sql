create or replace function _is_erased_key(p_key text)
returns boolean
language sql
immutable
as $_is_erased_key$
    -- the digits are not checked: an execution may have 10,000 signals
    select octet_length(p_key) = 82 and starts_with(p_key, 'flowfabric.erased:')
$_is_erased_key$;

comment on function _is_erased_key is
'Does a key have the form in which an erased execution keeps it? Inlined where it is called.';
