create or replace function _broken_statistics(p_bound integer)
returns table (invariant text, detail jsonb)
language sql
stable
as $_broken_statistics$
    with counted as materialized (select s.* from _newest_statistic() as s),

    -- of the newest events that are counted
    minute as (
        select m.*
        from counted as c
        cross join lateral (
            select array_agg(e) as found
            from _event_counts(
                greatest(c.counted_event_id - p_bound, _event_floor()), c.counted_event_id
            ) as e
        ) as n
        cross join lateral _minutes_of(n.found) as m
        -- older ones are trimmed
        where m.minute_at >= (select min(k.minute_at) from ff_lane_minute as k)
    )

    select 'each event is counted in its minute', to_jsonb(m)
    from minute as m
    left join ff_lane_minute as k on k.lane_id = m.lane_id and k.minute_at = m.minute_at
    where
        k.lane_id is null
        or m.started > k.started
        or m.completed > k.completed
        or m.failed > k.failed
        or m.retried > k.retried
        or m.taken_over > k.taken_over
    union all
    select
        'no lane counts more than the installation',
        jsonb_build_object('outcome', o.what, 'lanes', l.attempt_count, 'all', c.counts -> o.what)
    from counted as c
    cross join (
        values
        ('completed:success'),
        ('completed:failed'),
        ('completed:expired'),
        ('completed:cancelled'),
        ('released:retry_scheduled')
    ) as o (what)
    cross join lateral (
        select sum((n.value ->> _attempt_outcome(o.what))::bigint) as attempt_count
        from jsonb_each(c.lane_counts) as n
    ) as l
    where l.attempt_count > coalesce((c.counts ->> o.what)::bigint, 0)
    union all
    select 'no minutes count more than the installation', to_jsonb(m)
    from counted as c
    cross join (
        select
            sum(n.submitted) as submitted,
            sum(n.started) as started,
            sum(n.completed) as completed,
            sum(n.taken_over) as taken_over
        from (
            select k.* from ff_lane_minute as k order by k.minute_at desc limit p_bound
        ) as n
    ) as m
    where
        m.submitted > coalesce((c.counts ->> 'submitted')::bigint, 0)
        or m.started > coalesce((c.counts ->> 'acquired')::bigint, 0)
        or m.completed > coalesce((c.counts ->> 'completed:success')::bigint, 0)
        or m.taken_over > coalesce((c.counts ->> 'reclaimed')::bigint, 0)
$_broken_statistics$;

comment on function _broken_statistics is
'Part of ff_check: the counts of events and submissions, in sum, by lane and by minute, that contradict each other.';
