-- tests_sql/look/ff_health/warns_when_maintenance_stops.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/health.sql
-- given nobody has ever ticked; then
select is(pg_temp.verdict('tick'), 'warning', 'that is worth a warning');
do $when$ begin perform count(*) from flowfabric.ff_tick(); end $when$;
select is(pg_temp.verdict('tick'), 'ok', 'one tick, and it is well');
do $when$ begin
    perform pg_temp.lease();
    perform pg_temp.advance('90.001 s');
end $when$;
select is(pg_temp.verdict('tick'), 'warning', 'when work waits for it for more than a minute');
do $when$ begin perform pg_temp.advance('5 min'); end $when$;
select is(pg_temp.verdict('tick'), 'critical', 'or some minutes');
select is(pg_temp.verdict('event_watermark'), 'warning', 'events wait for a tick, too');
select is(
    pg_temp.health_detail('event_watermark')
    - '{oldest_pending_at,transactions_waited_for}'::text[],
    '{"safe_event_id": 0, "pending_count": 1, "lag_ms": 390001}'::jsonb,
    'one of them'
);
insert into flowfabric.ff_flow_todo (kind, execution_id, due_at)
values ('resolve', gen_random_uuid(), pg_temp.clock() - interval '61 s');
select is(pg_temp.verdict('flow_backlog'), 'warning', 'and so is the check of flows');
do $when$ begin perform pg_temp.advance('10 min'); end $when$;
select is(pg_temp.verdict('flow_backlog'), 'critical', 'the longer the worse');
select * from finish();
rollback;
