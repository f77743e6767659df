create or replace function _lapses_noted_until(p_now timestamptz)
returns timestamptz
language plpgsql
stable
as $_lapses_noted_until$
declare
    v_tick ff_tick_log;
begin
    select t.* into v_tick from ff_tick_log as t order by t.tick_id desc limit 1;
    -- after the clock was set back, moments come twice, and rounds begin anew
    if v_tick.ticked_at <= p_now
        and v_tick.era = (select e.last_value from ff_clock_era as e)
    then
        return v_tick.lapses_from;
    end if;
    return timestamptz '-infinity';
end;
$_lapses_noted_until$;

comment on function _lapses_noted_until is
'Up to this moment ticks have noted the leases that lapsed, but those that they left as a debt.';
