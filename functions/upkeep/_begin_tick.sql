create or replace function _begin_tick()
returns ff_tick_log
language plpgsql
as $_begin_tick$
declare
    v_tick ff_tick_log;
begin
    select t.* into v_tick from ff_tick_log as t order by t.tick_id desc limit 1;
    v_tick.ticked_at := _now();
    v_tick.debt_cursor := coalesce(v_tick.debt_cursor, 0);
    v_tick.lapses_from := coalesce(v_tick.lapses_from, '-infinity');
    -- before the first route: deadlines, timeouts and flow debts have heads under routes 0 to -2
    v_tick.route_cursor := coalesce(v_tick.route_cursor, -3);
    if v_tick.route_cursor < 0 then
        v_tick := _begin_round(v_tick);
    end if;
    return v_tick;
end;
$_begin_tick$;

comment on function _begin_tick is 'Begins a tick with the notes that the last tick left for it.';
