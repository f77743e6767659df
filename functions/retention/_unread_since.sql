create or replace function _unread_since(p_now timestamptz)
returns timestamptz
language sql
stable
as $_unread_since$
    -- The clock of an event is read before its position is drawn, so they are not quite in order.
    select min(
        greatest(
            u.occurred_at - interval '1 minute',
            case when c.max_lag_ms is not null then _after_ms(p_now, -c.max_lag_ms) end
        )
    )
    from ff_consumer as c
    cross join lateral (
        select e.occurred_at
        from ff_event_log as e
        where e.event_id >= c.acked_event_id
        order by e.event_id
        limit 1
    ) as u
$_unread_since$;

comment on function _unread_since is
'From when on there may be events that some consumer has not acknowledged; null: there are no such events. Stable, to be asked in the statement that looks for executions: who sees that one ended sees the event, too.';
