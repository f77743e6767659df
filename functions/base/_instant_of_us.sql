create or replace function _instant_of_us(p_us bigint)
returns timestamptz
language plpgsql
immutable
as $_instant_of_us$
begin
    -- to_timestamp takes a double, which is not exact to the microsecond
    return to_timestamp(p_us / 1000000) + (p_us % 1000000) * interval '1 microsecond';
end;
$_instant_of_us$;

comment on function _instant_of_us is 'The instant that many microseconds after the epoch.';
