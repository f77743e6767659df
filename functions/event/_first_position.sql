create or replace function _first_position(p_cursor text, p_safe_event_id bigint)
returns _event_position
language plpgsql
as $_first_position$
begin
    return case
        when p_cursor is null then (_event_floor() + 1, 0)::_event_position
        when p_cursor = '' then (p_safe_event_id + 1, 0)::_event_position
        else _parse_cursor(p_cursor)
    end;
end;
$_first_position$;

comment on function _first_position is 'The position of a cursor: for null that of the oldest event, for the empty text behind the newest one.';
