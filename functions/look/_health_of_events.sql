create or replace function _health_of_events(p_now timestamptz)
returns setof ff_health_check
language sql
stable
as $_health_of_events$
    with setting as (
        select
            _event_retention_ms() as retention_ms,
            _safe_event_id() as safe_event_id,
            _event_floor() as floor_id
    ),

    consumer as (
        select
            c.consumer,
            c.max_lag_ms,
            c.acked_event_id,
            greatest(0, s.safe_event_id - c.acked_event_id + 1) as backlog,
            c.acked_event_id <= s.floor_id as is_left_behind,
            u.occurred_at as unread_since,
            c.last_acked_at
        from setting as s
        cross join ff_consumer as c
        left join lateral (
            select e.occurred_at
            from ff_event_log as e
            where e.event_id >= c.acked_event_id and e.event_id <= s.safe_event_id
            order by e.event_id
            limit 1
        ) as u on true
    ),

    slowest as (
        select c.*
        from consumer as c
        order by c.is_left_behind desc, c.unread_since, c.consumer
        limit 20
    )

    select
        'event_consumers',
        _health_verdict(
            bool_or(
                w.is_left_behind
                -- it keeps what would be removed
                or w.unread_since < _after_ms(p_now, -s.retention_ms)
            ),
            bool_or(
                w.unread_since < p_now - interval '1 hour'
                or w.unread_since < _after_ms(p_now, -w.max_lag_ms)
            )
        ),
        jsonb_build_object('consumers', coalesce(
            jsonb_agg(
                jsonb_strip_nulls(jsonb_build_object(
                    'consumer', w.consumer,
                    'backlog', w.backlog,
                    'unread_since', w.unread_since,
                    'unread_ms', _ms_between(w.unread_since, p_now),
                    'max_lag_ms', w.max_lag_ms,
                    'is_left_behind', w.is_left_behind,
                    'last_acked_at', w.last_acked_at
                ))
                order by w.is_left_behind desc, w.unread_since, w.consumer
            ) filter (where w.consumer is not null),
            '[]'
        )),
        'Events are kept until a consumer acknowledges them: let it read, or call ff_drop_consumer.'
    from setting as s
    left join slowest as w on true
    union all
    select
        'event_ring',
        _health_verdict(
            o.overdue_since < _after_ms(p_now, -o.retention_ms),
            -- as long as many write at once it may take a sixth more
            o.overdue_since
            < _after_ms(p_now, -o.retention_ms / 6) - interval '10 minutes'
        ),
        jsonb_strip_nulls(jsonb_build_object(
            'retention_ms', o.retention_ms,
            'turned_at', o.turned_at,
            'oldest_event_at', o.oldest_event_at,
            'turn_overdue_ms', _ms_between(o.overdue_since, p_now)
        )),
        'Have ff_recycle_events called (flowfabric tick does). If it is, a transaction that '
        || 'wrote events stays open (see cleanup_horizon), or a consumer does not read '
        || '(see event_consumers).'
    from (
        select
            s.retention_ms,
            t.turned_at,
            f.occurred_at as oldest_event_at,
            -- a sixth after it was turned last, or after the part that is written to got its first
            case
                when n.occurred_at is not null
                    and greatest(t.turned_at, n.occurred_at)
                    <= _after_ms(p_now, -s.retention_ms / 6)
                    then _after_ms(greatest(t.turned_at, n.occurred_at), s.retention_ms / 6)
            end as overdue_since
        from setting as s
        cross join lateral (
            select o.rotation, o.turned_at
            from ff_event_turn as o
            order by o.rotation desc
            limit 1
        ) as t
        left join lateral (
            select e.occurred_at from ff_event_log as e order by e.event_id limit 1
        ) as f on true
        left join lateral (
            select e.occurred_at from ff_event as e order by e.event_id limit 1
        ) as n on true
    ) as o
$_health_of_events$;

comment on function _health_of_events is
'Part of ff_health: consumers of events that lag, and whether the ring of events turns.';
