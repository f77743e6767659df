create or replace function _is_small(p_value jsonb)
returns boolean
language sql
stable
as $_is_small$
    -- rendering JSON to measure it is dear; so little cannot render to 16 MiB however spelled
    select coalesce(
        pg_column_size(p_value) <= 1024 and pg_column_compression(p_value) is null, true
    )
$_is_small$;

comment on function _is_small is 'Is JSON so small that nobody needs to measure it? True for null.';
