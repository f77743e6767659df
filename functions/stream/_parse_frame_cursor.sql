create or replace function _parse_frame_cursor(
    p_argument text,
    p_value text,
    p_is_upper boolean default false
)
returns _frame_position
language plpgsql
immutable
as $_parse_frame_cursor$
declare
    -- of nine digits, so that it can be read back
    v_highest constant integer := 999999999;
    v_parts constant text[] := regexp_match(
        p_value, '^([0-9]{1,15})(?:-([0-9]{1,9}))?$'
    );
begin
    if p_value is null then
        perform _raise_null(p_argument);
    elsif p_value = 'start' then
        return (0, 0)::_frame_position;
    elsif p_value = 'end' then
        return (9223372036854775807, v_highest)::_frame_position;
    elsif v_parts is null then
        perform _raise_invalid(
            p_argument, 'is not a position in a stream',
            'Pass start, end, a number of milliseconds, or the cursor of a frame: <ms>-<seq>.'
        );
    end if;
    return (
        v_parts[1]::bigint,
        coalesce(v_parts[2]::integer, case when p_is_upper then v_highest else 0 end)
    )::_frame_position;
end;
$_parse_frame_cursor$;

comment on function _parse_frame_cursor is 'Parses a position in a stream, or raises; a millisecond alone means all frames in it.';
