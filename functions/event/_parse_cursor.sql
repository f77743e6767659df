create or replace function _parse_cursor(p_cursor text)
returns _event_position
language plpgsql
as $_parse_cursor$
declare
    v_parts constant text[] := regexp_match(
        p_cursor, '^e1:([0-9a-f-]{36}):(0|[1-9][0-9]{0,17}):(0|[1-9][0-9]{0,8})$'
    );
    v_installation_id constant text := _installation_id();
    v_position constant _event_position := (v_parts[2]::bigint, v_parts[3]::integer);
begin
    if v_parts is null then
        perform _raise_invalid(
            'p_cursor',
            'is not a cursor',
            'Pass the next_cursor of the page before, unchanged; null begins with the oldest event.'
        );
    elsif v_parts[1] <> v_installation_id then
        perform _raise_invalid(
            'p_cursor',
            format(
                'belongs to installation %s, and this is installation %s',
                v_parts[1], v_installation_id
            ),
            'Read from the database that the cursor came from; null begins with the oldest event.'
        );
    elsif (v_position.event_id, v_position.ordinal) > (_last_event_id() + 1, 0) then
        perform _raise_invalid(
            'p_cursor',
            format('is beyond the last event, %s', _last_event_id()),
            'This database has lost events that were read, as after a restore or a failover to a'
            || ' standby that was behind; null begins with the oldest event, the empty text'
            || ' behind the newest one.'
        );
    end if;
    return v_position;
end;
$_parse_cursor$;

comment on function _parse_cursor is
'Parses a cursor, or raises; also for a cursor of another installation, or one that no event of this installation can be behind.';
