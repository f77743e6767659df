create or replace function _is_duration(p_ms bigint, p_least bigint)
returns boolean
language sql
immutable
as $_is_duration$
    -- ten years: long enough, and far from an overflow of a timestamp
    select p_ms between p_least and 315360000000
$_is_duration$;

comment on function _is_duration is
'Is a number of milliseconds between p_least and ten years? Null for null.';
