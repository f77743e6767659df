create or replace function _health_of_consumers(p_now timestamptz)
returns setof ff_health_check
language sql
stable
as $_health_of_consumers$
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
        cross join (select o.* from ff_consumer as o limit 10000) as c
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
                -- it keeps events that would be removed
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
        'Start the reader of the consumer, or call ff_drop_consumer: its events are kept for it.'
    from setting as s
    left join slowest as w on true
$_health_of_consumers$;

comment on function _health_of_consumers is 'Part of ff_health: consumers of events that lag.';
