-- tests_sql/look/ff_health/warns_when_maintenance_stops.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/health.sql
-- given no tick has ever run; then
select is(pg_temp.verdict('tick'), 'warning', 'a warning: no tick has run');
do $when$ begin perform count(*) from flowfabric.ff_tick(); end $when$;
select is(pg_temp.verdict('tick'), 'ok', 'fine after a tick');
do $when$ begin
    perform pg_temp.lease();
    perform pg_temp.advance('90.001 s');
end $when$;
select is(
    pg_temp.verdict('tick'), 'warning',
    'a warning: work has waited for a tick for more than a minute'
);
do $when$ begin perform pg_temp.advance('5 min'); end $when$;
select is(pg_temp.verdict('tick'), 'critical', 'critical after some minutes');
select is(
    pg_temp.verdict('event_watermark'), 'warning',
    'a warning: an event waits for a tick, too'
);
select is(
    pg_temp.health_detail('event_watermark')
    - '{oldest_pending_at,transactions_waited_for}'::text[],
    '{"safe_event_id": 0, "pending_count": 1, "lag_ms": 390001}'::jsonb,
    'the detail counts it'
);
insert into flowfabric.ff_flow_todo (kind, execution_id, due_at)
values ('resolve', gen_random_uuid(), pg_temp.clock() - interval '61 s');
select is(pg_temp.verdict('flow_backlog'), 'warning', 'a warning: a todo of a flow waits');
do $when$ begin perform pg_temp.advance('10 min'); end $when$;
select is(pg_temp.verdict('flow_backlog'), 'critical', 'critical after some minutes');
select * from finish();
rollback;
