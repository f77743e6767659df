create or replace function _is_duration(p_ms bigint, p_least bigint)
returns boolean
language sql
immutable
as $_is_duration$
    -- ten years: long enough for everybody, and far from what overflows a timestamp
    select p_ms between p_least and 315360000000
$_is_duration$;

comment on function _is_duration is
'Is it a sensible number of milliseconds, from p_least to ten years? Null for null.';
