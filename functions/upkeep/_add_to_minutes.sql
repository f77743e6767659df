create or replace function _add_to_minutes(p_found _event_count[])
returns void
language plpgsql
as $_add_to_minutes$
begin
    insert into ff_lane_minute as m (
        lane_id, minute_at, submitted, started, completed, failed, retried, taken_over
    )
    select
        c.lane_id, c.minute_at,
        c.submitted, c.started, c.completed, c.failed, c.retried, c.taken_over
    from _minutes_of(p_found) as c
    on conflict (lane_id, minute_at) do update set
    submitted = m.submitted + excluded.submitted,
    started = m.started + excluded.started,
    completed = m.completed + excluded.completed,
    failed = m.failed + excluded.failed,
    retried = m.retried + excluded.retried,
    taken_over = m.taken_over + excluded.taken_over;
end;
$_add_to_minutes$;

comment on function _add_to_minutes is 'Adds what was counted to the minutes of the lanes.';
