create or replace function _is_worker_id(p_value text)
returns boolean
language sql
immutable
as $_is_worker_id$
    select octet_length(p_value) between 1 and 256 and not _has_blank(p_value)
$_is_worker_id$;

comment on function _is_worker_id is 'Is it 1 to 256 bytes without white space? Null for null.';
