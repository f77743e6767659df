create or replace function _are_small(p_values jsonb[])
returns boolean
language sql
immutable
as $_are_small$
    select pg_column_size(p_values) <= 8192 or not exists (
        select 1 from unnest(p_values) as v (value) where pg_column_size(v.value) > 8192
    )
$_are_small$;

comment on function _are_small is
'Is every value far too small to break the limit on content? Then nobody needs to measure them.';
