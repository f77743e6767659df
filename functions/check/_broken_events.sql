create or replace function _broken_events()
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_events$
    select
        'no consumer has acknowledged events that cannot be read yet',
        null::uuid,
        to_jsonb(c)
    from ff_consumer as c
    -- the cursor of a consumer that begins behind the newest event is one higher
    where c.read_event_id > greatest(_safe_event_id(), _event_floor()) + 1
    union all
    -- readers read one part after the other, and rely on the order of the parts
    select
        'the event tables follow one another',
        null,
        to_jsonb(p)
    from (
        select
            r.slot,
            r.first_id,
            -- the greatest id of the earlier parts: a part may be empty
            max(r.last_id) over (
                order by (r.slot - t.rotation - 1 + 16) % 8
                rows between unbounded preceding and 1 preceding
            ) as last_id_before
        from (
            select s.slot, e.first_id, e.last_id
            from generate_series(0, 7) as s (slot)
            -- by the ends of the index of that part
            cross join lateral (
                select min(l.event_id) as first_id, max(l.event_id) as last_id
                from ff_event_log as l
                where l.slot = s.slot
            ) as e
        ) as r
        cross join (
            select max(n.rotation) % 8 as rotation from ff_event_slot as n
        ) as t
    ) as p
    where p.first_id <= p.last_id_before
$_broken_events$;

comment on function _broken_events is
'Part of ff_check: consumers, the watermark and the tables of events.';
