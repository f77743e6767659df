create or replace function _turn_events()
returns integer
language plpgsql
as $_turn_events$
declare
    v_slots constant integer := 8;
    v_retention_ms constant bigint := _event_retention_ms();
    v_now constant timestamptz := _now();
    v_limit_id constant bigint := least(_safe_event_id(), _consumed_event_id(v_now));
    v_rotation bigint;
    v_turned_at timestamptz;
    v_newest ff_event;
    v_count integer := 0;
begin
    select r.last_value into v_rotation from ff_event_rotation as r;
    -- the one behind the present is the oldest; when it is empty, those that follow
    for v_slot in 1..v_slots - 1 loop
        v_newest := _newest_in_slot(((v_rotation + v_slot) % v_slots)::integer);
        continue when v_newest.event_id is null;
        if v_newest.event_id <= v_limit_id
            and v_newest.occurred_at < _after_ms(v_now, -v_retention_ms)
            and _empty_slot(
                ((v_rotation + v_slot) % v_slots)::integer,
                v_limit_id,
                _after_ms(v_now, -v_retention_ms)
            )
        then
            v_count := v_count + 1;
        end if;
        exit;
    end loop;

    select t.turned_at into v_turned_at from ff_event_turn as t order by t.rotation desc limit 1;
    if v_turned_at is null then
        insert into ff_event_turn (rotation, turned_at)
        values (v_rotation, v_now)
        on conflict do nothing;
    elsif v_turned_at < _after_ms(v_now, -v_retention_ms / (v_slots - 2))
        and (_newest_in_slot((v_rotation % v_slots)::integer)).event_id is not null
        and (_newest_in_slot(((v_rotation + 1) % v_slots)::integer)).event_id is null
    then
        perform setval('ff_event_rotation', v_rotation + 1);
        insert into ff_event_turn (rotation, turned_at)
        values (v_rotation + 1, v_now)
        on conflict do nothing;
        delete from ff_event_turn as t where t.rotation < v_rotation - v_slots;
    end if;
    return v_count;
end;
$_turn_events$;

comment on function _turn_events is
'Turns the ring of events when it is time, and empties its oldest partition when all that is in it is old and was read; answers how many were emptied.';
