create or replace function _format_frame_cursor(p_ms bigint, p_seq integer)
returns text
language sql
immutable
as $_format_frame_cursor$
    select p_ms || '-' || p_seq
$_format_frame_cursor$;

comment on function _format_frame_cursor is 'The text form of a position in a stream.';
