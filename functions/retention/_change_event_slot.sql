create or replace function _change_event_slot()
returns integer
language plpgsql
as $_change_event_slot$
declare
    v_count integer := 0;
    r_work record;
begin
    r_work := _event_work();
    if r_work.p_full_slot is null and r_work.p_next_slot is null then
        return 0;
    end if;
    -- one session at a time, without waiting for it: its transaction may stay open
    perform 1 from ff_event_slot as t where t.rotation = r_work.p_rotation for update skip locked;
    if not found or r_work.p_rotation <> (select max(t.rotation) from ff_event_slot as t) then
        return 0;
    end if;
    if r_work.p_full_slot is not null
        and _empty_slot(r_work.p_full_slot, r_work.p_limit_id, r_work.p_before)
    then
        v_count := 1;
    end if;
    if r_work.p_next_slot is not null and _write_to_slot(r_work.p_next_slot, r_work.p_patience) then
        insert into ff_event_slot (rotation, turned_at) values (r_work.p_rotation + 1, _now());
        delete from ff_event_slot as t where t.rotation < r_work.p_rotation - 8;
    end if;
    return v_count;
end;
$_change_event_slot$;

comment on function _change_event_slot is
'Moves on to the next event table when it is time, and empties the oldest one when all its events are old and were read; returns how many tables were emptied. Other sessions wait for its locks: to be called only when the transaction is about to commit.';
