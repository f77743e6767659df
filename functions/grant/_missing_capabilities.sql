create or replace function _missing_capabilities(p_required text[], p_present text[])
returns text[]
language sql
immutable
as $_missing_capabilities$
    select coalesce(array_agg(r.capability order by r.capability collate "C"), '{}')
    from unnest(p_required) as r (capability)
    where r.capability <> all (p_present)
$_missing_capabilities$;

comment on function _missing_capabilities is 'The capabilities that a worker lacks, sorted.';
