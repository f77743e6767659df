create or replace function _event_work(
    out p_rotation bigint,
    out p_full_slot integer,
    out p_next_slot integer,
    out p_patience text,
    out p_limit_id bigint,
    out p_before timestamptz
)
language plpgsql
as $_event_work$
declare
    v_slots constant integer := 8;
    v_retention_ms constant bigint := _event_retention_ms();
    v_now constant timestamptz := _now();
    v_turn ff_event_slot;
    v_slot integer;
    v_newest ff_event_log;
begin
    p_before := _after_ms(v_now, -v_retention_ms);
    p_limit_id := _counted_event_id();
    select t.* into v_turn from ff_event_slot as t order by t.rotation desc limit 1;
    p_rotation := v_turn.rotation;

    -- the oldest table follows the present one; when it is empty, the next one is the oldest
    for v_step in 1..v_slots - 1 loop
        v_slot := ((v_turn.rotation + v_step) % v_slots)::integer;
        v_newest := _newest_in_slot(v_slot);
        if v_newest.event_id is not null then
            if v_newest.event_id <= p_limit_id
                and v_newest.occurred_at < p_before
                and _is_consumed(v_newest, v_now)
            then
                p_full_slot := v_slot;
            end if;
            exit;
        end if;
    end loop;

    v_slot := ((v_turn.rotation + 1) % v_slots)::integer;
    if v_turn.turned_at <= _after_ms(v_now, -v_retention_ms / (v_slots - 2))
        and (_newest_in_slot((v_turn.rotation % v_slots)::integer)).event_id is not null
        and (_newest_in_slot(v_slot)).event_id is null
    then
        p_next_slot := v_slot;
        -- Writers wait during a try. Between constant writers a longer try may be needed, but not
        -- again and again because of one transaction that stays open.
        p_patience := case
            when v_turn.turned_at <= _after_ms(v_now, -2 * v_retention_ms / (v_slots - 2))
                and extract(second from v_now)::integer % 10 = 0
                then '20ms'
            else '1ms'
        end;
    end if;
end;
$_event_work$;

comment on function _event_work is
'The next work on the ring of event tables: which table can be emptied, up to which event and time, and which one is to be written to next; null: no work.';
