create or replace function _are_small(p_values jsonb[])
returns boolean
language plpgsql
stable
as $_are_small$
begin
    return not exists (
        select 1 from unnest(p_values) as v (value) where not _is_small(v.value)
    );
end;
$_are_small$;

comment on function _are_small is 'Is every value so small that nobody needs to measure it?';
