create or replace function _until_now(p_at timestamptz)
returns timestamptz
language plpgsql
volatile
as $_until_now$
begin
    -- least passes over a null; submissions are never dated below the clock mark
    return least(p_at, greatest(
        _now(), (select to_timestamp(m.last_value / 1e6::float8) from ff_clock_mark as m)
    ));
end;
$_until_now$;

comment on function _until_now is
'An instant, but not later than now; null: now. No submission is dated later.';
