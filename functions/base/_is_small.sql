create or replace function _is_small(p_value jsonb)
returns boolean
language sql
stable
as $_is_small$
    -- printing is expensive, as a number of 12 bytes can print as 131072; 400 bytes print quickly
    select coalesce(
        pg_column_size(p_value) <= 400
        and pg_column_compression(p_value) is null
        and octet_length(p_value::text) <= 400,
        true
    )
$_is_small$;

comment on function _is_small is
'Is JSON so small, both stored and printed, that it cannot exceed a limit? True for null.';
