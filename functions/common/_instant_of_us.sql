create or replace function _instant_of_us(p_us bigint)
returns timestamptz
language sql
immutable
as $_instant_of_us$
    -- to_timestamp takes a double, which is not exact to the microsecond
    select to_timestamp(p_us / 1000000) + (p_us % 1000000) * interval '1 microsecond'
$_instant_of_us$;

comment on function _instant_of_us is 'The instant that many microseconds after the epoch.';
