create or replace function _health_of_events(p_now timestamptz)
returns setof ff_health_check
language sql
stable
as $_health_of_events$
    select
        'event_tables',
        _health_verdict(
            o.overdue_since < _after_ms(p_now, -o.retention_ms),
            -- with many concurrent writers it may take a sixth more
            o.overdue_since
            < _after_ms(p_now, -o.retention_ms / 6) - interval '10 minutes'
        ),
        jsonb_strip_nulls(jsonb_build_object(
            'retention_ms', o.retention_ms,
            'moved_on_at', o.turned_at,
            'oldest_event_at', o.oldest_event_at,
            'overdue_ms', _ms_between(o.overdue_since, p_now)
        )),
        'Call ff_recycle_events regularly (flowfabric tick does). If it is called, a transaction '
        || 'that wrote events stays open (see cleanup_horizon), or a consumer does not read '
        || '(see event_consumers).'
    from (
        select
            s.retention_ms,
            t.turned_at,
            f.occurred_at as oldest_event_at,
            -- a sixth after the last turn, or after the present table got its first event
            case
                when n.occurred_at is not null
                    and greatest(t.turned_at, n.occurred_at)
                    <= _after_ms(p_now, -s.retention_ms / 6)
                    then _after_ms(greatest(t.turned_at, n.occurred_at), s.retention_ms / 6)
            end as overdue_since
        from (select _event_retention_ms() as retention_ms) as s
        cross join lateral (
            select o.rotation, o.turned_at
            from ff_event_slot as o
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
'Part of ff_health: whether writers of events move on to the next event table in time.';
