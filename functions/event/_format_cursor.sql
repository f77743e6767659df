create or replace function _format_cursor(p_position _event_position, p_installation_id text)
returns text
language sql
immutable
as $_format_cursor$
    select 'e1:' || p_installation_id || ':' || p_position.event_id || ':' || p_position.ordinal
$_format_cursor$;

comment on function _format_cursor is 'The text form of a position among the events of an installation.';
