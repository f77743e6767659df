create or replace function _broken_completions(p_bound integer)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_completions$
    -- the newest events, and the time since when all events are among them: older ones were
    -- removed, or are not looked at
    with last as (
        select coalesce(max(v.event_id), 0) as event_id from ff_event_log as v
    ),

    item as materialized (
        select u.event_id, u.occurred_at, u.execution_id, u.kind, u.lease_epoch
        from ff_event_item as u
        where u.event_id > greatest(
            (select l.event_id from last as l) - 10 * p_bound::bigint, _event_floor()
        )
    ),

    complete as (
        select case
            when _event_floor() = 0 and l.event_id <= 10 * p_bound::bigint then '-infinity'
            -- an event with a later id may have been written earlier
            else max(o.occurred_at)
        end as since
        from last as l
        left join (
            select i.event_id, i.occurred_at
            from item as i
            order by i.event_id
            limit 100
        ) as o on true
        group by l.event_id
    )

    select
        'every end has exactly one completion event',
        e.execution_id,
        jsonb_build_object('state', e.state, 'event_count', coalesce(c.event_count, 0))
    from _executions_to_check(p_bound, null) as e
    cross join complete as k
    left join (
        select i.execution_id, count(*) as event_count
        from item as i
        where i.kind = 'completed'
        group by i.execution_id
    ) as c
        on c.execution_id = e.execution_id
    -- after a replay the execution ends once more, with an event of its own
    cross join lateral (
        select e.replay_count + (e.terminal_at is not null)::integer as end_count
    ) as l
    where
        coalesce(c.event_count, 0) > l.end_count
        or coalesce(c.event_count, 0) < case
            when e.created_at > k.since then l.end_count
            when e.terminal_at > k.since then 1
            else 0
        end
    union all
    select
        'an epoch is given out once',
        i.execution_id,
        jsonb_build_object('lease_epoch', i.lease_epoch, 'event_count', count(*))
    from item as i
    where i.kind in ('acquired', 'reclaimed')
    group by i.execution_id, i.lease_epoch
    having count(*) > 1
$_broken_completions$;

comment on function _broken_completions is
'Part of ff_check: executions that ended without an event, or with several; leases that share an epoch.';
