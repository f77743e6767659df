create or replace function _is_instant(p_at timestamptz)
returns boolean
language sql
immutable
as $_is_instant$
    -- so far from the last moment that a timestamp can hold that what is added does not overflow it
    select isfinite(p_at) and p_at < '10000-01-01 00:00:00+00'
$_is_instant$;

comment on function _is_instant is
'Is it finite and before the year 10000? Null for null.';
