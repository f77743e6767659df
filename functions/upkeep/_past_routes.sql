create or replace function _past_routes(
    p_tick ff_tick_log,
    p_to_route_id integer,
    p_has_more boolean
)
returns ff_tick_log
language plpgsql
immutable
as $_past_routes$
begin
    p_tick.route_cursor := case when p_has_more then p_to_route_id else -3 end;
    if not p_has_more then
        p_tick.lapses_from := p_tick.next_lapses_from;
    end if;
    return p_tick;
end;
$_past_routes$;

comment on function _past_routes is
'The notes that a tick leaves for the next one when it is done with its routes.';
