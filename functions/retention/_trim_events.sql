create or replace function _trim_events(p_limit integer)
returns integer
language plpgsql
as $_trim_events$
declare
    v_now constant timestamptz := _now();
    v_before constant timestamptz := _after_ms(v_now, -_event_retention_ms());
    v_counted_event_id constant bigint := _counted_event_id();
    v_oldest ff_event_log;
    v_last_id bigint;
    v_count integer;
begin
    select e.*
    into v_oldest
    from ff_event_log as e
    where e.event_id > _event_floor()
    order by e.event_id
    limit 1;
    if (
        v_oldest.event_id <= v_counted_event_id and v_oldest.occurred_at < v_before
    ) is not true then
        return 0;
    end if;
    -- one session at a time, as with emptying a table; the others go on with their other work
    perform 1
    from ff_event_slot as t
    where t.rotation = (select max(n.rotation) from ff_event_slot as n)
    for update skip locked;
    if not found then
        return 0;
    end if;
    -- up to the first event that must be kept
    select max(r.event_id)
    into v_last_id
    from (
        select
            o.event_id,
            bool_and(
                o.event_id <= v_counted_event_id
                and o.occurred_at < v_before
                and _is_consumed(o.event, v_now)
            ) over (order by o.event_id) as may_go
        from (
            select e as event, e.event_id, e.occurred_at
            from ff_event_log as e
            where e.slot = v_oldest.slot and e.event_id >= v_oldest.event_id
            order by e.event_id
            limit p_limit
        ) as o
    ) as r
    where r.may_go;
    if v_last_id is null then
        return 0;
    end if;
    -- first, so that a reader that misses an event finds out why, whatever its snapshot
    perform setval('ff_event_floor', greatest(_event_floor(), v_last_id));
    case v_oldest.slot
        when 0 then
            delete from ff_event_0 as e
            where e.event_id >= v_oldest.event_id and e.event_id <= v_last_id;
        when 1 then
            delete from ff_event_1 as e
            where e.event_id >= v_oldest.event_id and e.event_id <= v_last_id;
        when 2 then
            delete from ff_event_2 as e
            where e.event_id >= v_oldest.event_id and e.event_id <= v_last_id;
        when 3 then
            delete from ff_event_3 as e
            where e.event_id >= v_oldest.event_id and e.event_id <= v_last_id;
        when 4 then
            delete from ff_event_4 as e
            where e.event_id >= v_oldest.event_id and e.event_id <= v_last_id;
        when 5 then
            delete from ff_event_5 as e
            where e.event_id >= v_oldest.event_id and e.event_id <= v_last_id;
        when 6 then
            delete from ff_event_6 as e
            where e.event_id >= v_oldest.event_id and e.event_id <= v_last_id;
        when 7 then
            delete from ff_event_7 as e
            where e.event_id >= v_oldest.event_id and e.event_id <= v_last_id;
    end case;
    get diagnostics v_count = row_count;
    return v_count;
end;
$_trim_events$;

comment on function _trim_events is
'Deletes the oldest events, at most p_limit, that need not be kept any longer and that all consumers have acknowledged; returns how many. It locks only rows; ff_recycle_events empties a whole event table at once.';
