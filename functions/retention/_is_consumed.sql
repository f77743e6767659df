create or replace function _is_consumed(p_event ff_event_log, p_now timestamptz)
returns boolean
language sql
stable
as $_is_consumed$
    select not exists (
        select 1
        from ff_consumer as c
        where
            c.acked_event_id <= p_event.event_id
            -- a consumer with a greatest lag holds back only events that are not older than that
            and (
                c.max_lag_ms is null
                or p_event.occurred_at >= _after_ms(p_now, -c.max_lag_ms)
            )
    )
$_is_consumed$;

comment on function _is_consumed is 'Whether each consumer has acknowledged an event, or may miss it.';
