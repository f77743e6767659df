create or replace function _later_position(p_one _event_position, p_other _event_position)
returns _event_position
language sql
immutable
as $_later_position$
    select case
        when (p_one.event_id, p_one.ordinal) >= (p_other.event_id, p_other.ordinal) then p_one
        else p_other
    end
$_later_position$;

comment on function _later_position is
'The later one of two positions. A position is a pair, and both parts are set together by this function.';
