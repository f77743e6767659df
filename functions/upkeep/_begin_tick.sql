create or replace function _begin_tick()
returns ff_tick_log
language plpgsql
as $_begin_tick$
declare
    v_tick ff_tick_log := _last_tick();
    v_era constant bigint := (select e.last_value from ff_clock_era as e);
begin
    v_tick.ticked_at := _now();
    v_tick.seen_route_id := (select q.last_value from ff_route_route_id_seq as q);
    v_tick.debt_cursor := coalesce(v_tick.debt_cursor, 0);
    v_tick.lapses_from := coalesce(v_tick.lapses_from, '-infinity');
    v_tick.next_job := coalesce(v_tick.next_job, 1);
    v_tick.left_more := coalesce(v_tick.left_more, false);
    -- before the first route: deadlines, timeouts and flow todos have heads under routes 0 to -2
    v_tick.route_cursor := coalesce(v_tick.route_cursor, -3);
    if v_tick.era is distinct from v_era then
        -- The clock was set back, perhaps for a moment only. A tick that went by it, and may still
        -- be open, has dropped the debts of leases that had not lapsed by it: begin anew.
        v_tick.era := v_era;
        v_tick.route_cursor := -3;
        v_tick.round_began_at := null;
        v_tick.next_idle_look_at := null;
        v_tick.lapses_from := '-infinity';
        v_tick.lapse_place := null;
        v_tick.next_job := 1;
    end if;
    if v_tick.route_cursor < 0
        and v_tick.next_job = 1
        and (v_tick.lapse_place).route_id is null
    then
        v_tick := _begin_round(v_tick);
    end if;
    return v_tick;
end;
$_begin_tick$;

comment on function _begin_tick is 'Begins a tick with the notes that the last tick left for it.';
