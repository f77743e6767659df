-- tests_sql/look/ff_health/warns_of_consumers_and_limits.sql
-- noqa: disable=AL03, LT05, LT09
begin;
select plan(17);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/health.sql
\ir ../../lib/proven_events.sql
-- given a consumer, and an event that it has not read
do $given$ begin
    perform flowfabric.ff_create_consumer('mail', p_cursor => '');
    perform flowfabric.ff_create_consumer('late', p_max_lag_ms => 60000, p_cursor => '');
    update flowfabric.ff_event_slot set turned_at = pg_temp.clock();
    perform pg_temp.lease();
    perform pg_temp.prove_events();
end $given$;
select is(pg_temp.verdict('event_consumers'), 'ok', 'a small lag is fine');
select is(
    pg_temp.health_detail('event_consumers') #> '{consumers,0,backlog}', '1',
    'the detail counts one event'
);
do $when$ begin perform pg_temp.advance('60.001 s'); end $when$;
select is(
    pg_temp.verdict('event_consumers'), 'warning',
    'a warning past the lag that a consumer allows'
);
do $when$ begin
    perform flowfabric.ff_drop_consumer('late');
    perform pg_temp.advance('59 min');
end $when$;
select is(
    pg_temp.verdict('event_consumers'), 'warning',
    'a warning past an hour, where a consumer allows nothing'
);
do $when$ begin perform pg_temp.advance('7 d'); end $when$;
select is(
    pg_temp.verdict('event_consumers'), 'critical',
    'critical: it keeps events past their retention'
);
do $when$ begin
    perform flowfabric.ff_read_consumer('mail');
    perform flowfabric.ff_ack_consumer(
        'mail', (flowfabric.ff_read_consumer('mail')).next_cursor
    );
end $when$;
select is(pg_temp.verdict('event_consumers'), 'ok', 'fine again when it has read them');
select setval('flowfabric.ff_event_floor', 1000) as floor \gset
select is(pg_temp.verdict('event_consumers'), 'critical', 'critical: a consumer has lost events');
do $when$ begin perform flowfabric.ff_drop_consumer('mail'); end $when$;
select is(pg_temp.verdict('event_consumers'), 'ok', 'fine without consumers');

-- given an event slot was in use all that time
select is(pg_temp.verdict('event_tables'), 'warning', 'a warning: the next slot is due');
select is(
    pg_temp.health_detail('event_tables') -> 'overdue_ms',
    to_jsonb((7 * 86400 + 3600 + 0.001 - 7 * 86400 / 6) * 1000)::text::numeric::bigint::text::jsonb,
    'it is due after a sixth of seven days'
);
do $when$ begin perform pg_temp.advance('2 d'); end $when$;
select is(pg_temp.verdict('event_tables'), 'critical', 'critical: it is overdue for days');
set local search_path = flowfabric, public, pg_temp;
do $when$ begin
    perform _change_event_slot();
    perform pg_temp.lease();
end $when$;
select is(pg_temp.verdict('event_tables'), 'ok', 'fine when the next slot is in use');

-- given a budget whose period has ended, and then todos of limits
select is(pg_temp.verdict('limits'), 'ok', 'fine: no todo waits');
do $given$ begin
    perform flowfabric.ff_create_budget(gen_random_uuid(), 'a', 'b', p_reset_interval_ms => 1000);
    perform pg_temp.advance('61.001 s');
end $given$;
select is(pg_temp.verdict('limits'), 'warning', 'a warning: no call has reset the budget');
do $when$ begin perform pg_temp.advance('9 min'); end $when$;
select is(pg_temp.verdict('limits'), 'critical', 'critical after ten minutes');
do $when$ begin perform flowfabric.ff_tick(); end $when$;
select is(pg_temp.verdict('limits'), 'ok', 'fine: a tick has reset it');
insert into flowfabric.ff_limit_todo (limit_id, limit_key, wake_count)
select gen_random_uuid(), '', 1 from generate_series(1, 100);
select is(pg_temp.verdict('limits'), 'warning', 'a warning: many todos wait');
select * from finish();
rollback;
