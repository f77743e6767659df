create or replace function _consumed_event_id(p_now timestamptz)
returns bigint
language sql
stable
as $_consumed_event_id$
    -- of one that may be left behind, what happened since then counts
    select coalesce(
        min(
            greatest(
                c.acked_event_id - 1,
                (
                    select e.event_id
                    from ff_event_log as e
                    where
                        c.max_lag_ms is not null
                        and e.event_id >= c.acked_event_id
                        and e.occurred_at < _after_ms(p_now, -c.max_lag_ms)
                    order by e.event_id desc
                    limit 1
                )
            )
        ),
        9223372036854775807
    )
    from ff_consumer as c
$_consumed_event_id$;

comment on function _consumed_event_id is 'Up to this event, all consumers have acknowledged.';
