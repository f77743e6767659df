create or replace function _check_not_trimmed(p_from _event_position)
returns void
language plpgsql
as $_check_not_trimmed$
declare
    -- read after the events: the floor is raised before events are removed
    v_floor constant bigint := _event_floor();
begin
    if p_from.event_id <= v_floor then
        perform _raise('events_trimmed', jsonb_build_object(
            'cursor', _format_cursor(p_from, _installation_id()),
            'oldest_cursor', _format_cursor(
                (v_floor + 1, 0)::_event_position, _installation_id()
            )
        ));
    end if;
end;
$_check_not_trimmed$;

comment on function _check_not_trimmed is 'Refuses a position where events may be missing.';
