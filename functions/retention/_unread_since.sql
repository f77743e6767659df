create or replace function _unread_since(p_now timestamptz)
returns timestamptz
language sql
stable
as $_unread_since$
    -- The time of an event is read before its id is drawn, so the two orders differ a little.
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
'The time since when there may be events that some consumer has not acknowledged; null: there are no such events. Stable, to be called in the statement that looks for executions: a snapshot that shows the end of an execution shows its event, too.';
