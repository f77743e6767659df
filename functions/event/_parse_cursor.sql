create or replace function _parse_cursor(p_cursor text)
returns _event_position
language plpgsql
immutable
as $_parse_cursor$
declare
    v_parts constant text[] := regexp_match(
        p_cursor, '^e1:(0|[1-9][0-9]{0,17}):(0|[1-9][0-9]{0,8})$'
    );
begin
    if v_parts is null then
        perform _raise_invalid(
            'p_cursor',
            'is not a cursor',
            'Pass the next_cursor of the page before, unchanged; null begins with the oldest event.'
        );
    end if;
    return (v_parts[1]::bigint, v_parts[2]::integer)::_event_position;
end;
$_parse_cursor$;

comment on function _parse_cursor is 'Parses a cursor, or raises.';
