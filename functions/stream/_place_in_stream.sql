create or replace function _place_in_stream(p_after text, p_stream ff_stream)
returns _frame_position
language plpgsql
immutable
as $_place_in_stream$
begin
    if p_after = 'end' then
        return (coalesce(p_stream.last_ms, 0), coalesce(p_stream.last_seq, 0))::_frame_position;
    end if;
    return _parse_frame_cursor('p_after', p_after, true);
end;
$_place_in_stream$;

comment on function _place_in_stream is
'The position behind which a reader goes on, or raises; the end is the last frame that there is now.';
