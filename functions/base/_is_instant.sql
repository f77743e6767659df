create or replace function _is_instant(p_at timestamptz)
returns boolean
language sql
immutable
as $_is_instant$
    -- so early that adding a duration cannot exceed the range of a timestamp
    select isfinite(p_at) and p_at < '10000-01-01 00:00:00+00'
$_is_instant$;

comment on function _is_instant is
'Is it finite and before the year 10000? Null for null.';
