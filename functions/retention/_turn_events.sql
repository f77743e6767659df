create or replace function _turn_events()
returns integer
language plpgsql
as $_turn_events$
declare
    v_slots constant integer := 8;
    v_retention_ms constant bigint := _event_retention_ms();
    v_now constant timestamptz := _now();
    v_before constant timestamptz := _after_ms(v_now, -v_retention_ms);
    v_limit_id constant bigint := least(_safe_event_id(), _consumed_event_id(v_now));
    v_turn ff_event_turn;
    v_slot integer;
    v_newest ff_event_log;
    v_count integer := 0;
begin
    -- others may tick as well, and one of them may stay open
    select t.*
    into v_turn
    from ff_event_turn as t
    order by t.rotation desc
    limit 1
    for update skip locked;
    if v_turn.rotation is distinct from (select max(t.rotation) from ff_event_turn as t) then
        return 0;
    end if;

    -- the one behind the present is the oldest; when it is empty, the next
    for v_step in 1..v_slots - 1 loop
        v_slot := (v_turn.rotation + v_step) % v_slots;
        v_newest := _newest_in_slot(v_slot);
        continue when v_newest.event_id is null;
        if v_newest.event_id <= v_limit_id
            and v_newest.occurred_at < v_before
            and _empty_slot(v_slot, v_limit_id, v_before)
        then
            v_count := 1;
        end if;
        exit;
    end loop;

    v_slot := (v_turn.rotation + 1) % v_slots;
    if v_turn.turned_at <= _after_ms(v_now, -v_retention_ms / (v_slots - 2))
        and (_newest_in_slot((v_turn.rotation % v_slots)::integer)).event_id is not null
        and (_newest_in_slot(v_slot)).event_id is null
        -- others wait while it tries
        and (v_turn.turned_at <= v_before or extract(second from v_now)::integer % 10 = 0)
    then
        if _write_to_slot(v_slot) then
            insert into ff_event_turn (rotation, turned_at) values (v_turn.rotation + 1, v_now);
        end if;
        delete from ff_event_turn as t where t.rotation < v_turn.rotation - v_slots;
    end if;
    return v_count;
end;
$_turn_events$;

comment on function _turn_events is
'Turns the ring of events when it is time, and empties its oldest part when all that is in it is old and was read; answers how many were emptied.';
