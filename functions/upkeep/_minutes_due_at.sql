create or replace function _minutes_due_at()
returns timestamptz
language sql
stable
as $_minutes_due_at$
    -- an hour of them at a time
    select coalesce(
        (select min(m.minute_at) + interval '7 days 1 hour' from ff_lane_minute as m), 'infinity'
    )
$_minutes_due_at$;

comment on function _minutes_due_at is
'The moment at which minutes of lanes are old enough to be removed; infinity without a minute.';
