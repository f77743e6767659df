create or replace function _sorted_set(p_values text[])
returns text[]
language plpgsql
immutable
as $_sorted_set$
begin
    return (
        select coalesce(array_agg(distinct v.value collate "C" order by v.value collate "C"), '{}')
        from unnest(p_values) as v (value)
    );
end;
$_sorted_set$;

comment on function _sorted_set is 'The values of an array, sorted and without duplicates.';
