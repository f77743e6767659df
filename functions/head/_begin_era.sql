create or replace function _begin_era(
    p_newest ff_clock_record,
    p_now timestamptz,
    p_holders text[]
)
returns void
language plpgsql
as $_begin_era$
begin
    insert into ff_clock_record (era, clock_at, covers_at, proven_at, server_started_at, holders)
    values (p_newest.era + 1, p_now, null, null, pg_postmaster_start_time(), p_holders);
    -- a bound that is too low is slow, never wrong
    insert into ff_head (route_id, head_at)
    select distinct h.route_id, '-infinity'::timestamptz from ff_head as h;
    update ff_range_debt as d set from_at = least(d.from_at, p_now) where d.from_at > p_now;
    -- What was due before the clock was set back shall not wait for the clock to come there again.
    -- The minute is for what was submitted after the newest record; claims write one every second.
    insert into ff_range_debt (holders, is_clock_step, from_at, to_at)
    values ('{}', true, p_now, p_newest.clock_at + interval '1 minute');
end;
$_begin_era$;

comment on function _begin_era is
'Starts over after the clock was set back: heads go down to where they hide nothing, records begin anew.';
