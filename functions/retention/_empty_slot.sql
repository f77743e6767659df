create or replace function _empty_slot(p_slot integer, p_limit_id bigint, p_before timestamptz)
returns boolean
language plpgsql
as $_empty_slot$
declare
    v_newest ff_event_log;
begin
    begin
        case p_slot
            when 0 then lock table ff_event_0 in access exclusive mode nowait;
            when 1 then lock table ff_event_1 in access exclusive mode nowait;
            when 2 then lock table ff_event_2 in access exclusive mode nowait;
            when 3 then lock table ff_event_3 in access exclusive mode nowait;
            when 4 then lock table ff_event_4 in access exclusive mode nowait;
            when 5 then lock table ff_event_5 in access exclusive mode nowait;
            when 6 then lock table ff_event_6 in access exclusive mode nowait;
            when 7 then lock table ff_event_7 in access exclusive mode nowait;
        end case;
    exception
        when lock_not_available then
            -- a session reads or writes this table; other sessions must not wait behind this one
            return false;
    end;
    -- checked under the lock: a late writer may have written
    v_newest := _newest_in_slot(p_slot);
    if (
        v_newest.event_id <= p_limit_id
        and v_newest.occurred_at < p_before
        and _is_consumed(v_newest, _now())
    ) is not true then
        return false;
    end if;
    -- first, so that a reader that misses an event finds out why, whatever its snapshot
    perform setval('ff_event_floor', greatest(_event_floor(), v_newest.event_id));
    case p_slot
        when 0 then truncate ff_event_0;
        when 1 then truncate ff_event_1;
        when 2 then truncate ff_event_2;
        when 3 then truncate ff_event_3;
        when 4 then truncate ff_event_4;
        when 5 then truncate ff_event_5;
        when 6 then truncate ff_event_6;
        when 7 then truncate ff_event_7;
    end case;
    return true;
end;
$_empty_slot$;

comment on function _empty_slot is
'Empties one of the event tables, if no session uses it, and all its events are old and were read.';
