create or replace function _broken_events()
returns table (invariant text, partition_key smallint, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_events$
    select
        'no consumer is further than events are proven',
        null::smallint,
        null::uuid,
        to_jsonb(c)
    from ff_consumer as c
    -- behind the newest it begins one further
    where c.read_event_id > greatest(_safe_event_id(), _event_floor()) + 1
    union all
    -- who reads a part after the other reads in order
    select
        'the parts of the ring follow one another',
        null,
        null,
        to_jsonb(p)
    from (
        select
            r.slot,
            r.first_id,
            -- the greatest of what is there: a part may be empty
            max(r.last_id) over (
                order by (r.slot - t.rotation - 1 + 16) % 8
                rows between unbounded preceding and 1 preceding
            ) as last_id_before
        from (
            values
            (
                0,
                (select min(e.event_id) from ff_event_0 as e),
                (select max(e.event_id) from ff_event_0 as e)
            ),
            (
                1,
                (select min(e.event_id) from ff_event_1 as e),
                (select max(e.event_id) from ff_event_1 as e)
            ),
            (
                2,
                (select min(e.event_id) from ff_event_2 as e),
                (select max(e.event_id) from ff_event_2 as e)
            ),
            (
                3,
                (select min(e.event_id) from ff_event_3 as e),
                (select max(e.event_id) from ff_event_3 as e)
            ),
            (
                4,
                (select min(e.event_id) from ff_event_4 as e),
                (select max(e.event_id) from ff_event_4 as e)
            ),
            (
                5,
                (select min(e.event_id) from ff_event_5 as e),
                (select max(e.event_id) from ff_event_5 as e)
            ),
            (
                6,
                (select min(e.event_id) from ff_event_6 as e),
                (select max(e.event_id) from ff_event_6 as e)
            ),
            (
                7,
                (select min(e.event_id) from ff_event_7 as e),
                (select max(e.event_id) from ff_event_7 as e)
            )
        ) as r (slot, first_id, last_id)
        cross join (
            select max(n.rotation) % 8 as rotation from ff_event_turn as n
        ) as t
    ) as p
    where p.first_id <= p.last_id_before
$_broken_events$;

comment on function _broken_events is
'Part of ff_check: consumers, the watermark and the ring of events.';
