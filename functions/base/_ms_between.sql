create or replace function _ms_between(p_from timestamptz, p_to timestamptz)
returns bigint
language sql
stable
as $_ms_between$
    -- whole microseconds first, because floating point has no exact fractions of a second
    select floor(round(date_part('epoch', p_to - p_from) * 1000000) / 1000)::bigint
$_ms_between$;

comment on function _ms_between is 'Whole milliseconds from one instant to another, rounded down.';
