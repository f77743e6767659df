create or replace function _ms_between(p_from timestamptz, p_to timestamptz)
returns bigint
language sql
stable
as $_ms_between$
    select floor(extract(epoch from p_to) * 1000 - extract(epoch from p_from) * 1000)::bigint
$_ms_between$;

comment on function _ms_between is 'Whole milliseconds from one instant to another, rounded down.';
