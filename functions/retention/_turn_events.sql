create or replace function _turn_events()
returns integer
language plpgsql
as $_turn_events$
declare
    v_count integer := 0;
    r_work record;
begin
    r_work := _event_work();
    if r_work.p_full_slot is null and r_work.p_next_slot is null then
        return 0;
    end if;
    -- one at a time; others may do it as well, and stay open
    perform 1 from ff_event_turn as t where t.rotation = r_work.p_rotation for update skip locked;
    if not found or r_work.p_rotation <> (select max(t.rotation) from ff_event_turn as t) then
        return 0;
    end if;
    if r_work.p_full_slot is not null
        and _empty_slot(r_work.p_full_slot, r_work.p_limit_id, r_work.p_before)
    then
        v_count := 1;
    end if;
    if r_work.p_next_slot is not null and _write_to_slot(r_work.p_next_slot, r_work.p_patience) then
        insert into ff_event_turn (rotation, turned_at) values (r_work.p_rotation + 1, _now());
        delete from ff_event_turn as t where t.rotation < r_work.p_rotation - 8;
    end if;
    return v_count;
end;
$_turn_events$;

comment on function _turn_events is
'Turns the ring of events when it is time, and empties its oldest part when all that is in it is old and was read; returns how many were emptied. Others wait for it: only when the transaction is about to commit.';
