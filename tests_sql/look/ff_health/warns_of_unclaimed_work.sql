-- tests_sql/look/ff_health/warns_of_unclaimed_work.sql
begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/health.sql
-- given work that is due, and nobody who claims; then
do $given$ begin
    perform pg_temp.lease(p_lease_ttl_ms => 1000);
    perform pg_temp.advance('1 ms');
    perform pg_temp.submit();
    perform pg_temp.submit('closed');
    perform flowfabric.ff_set_lane_state('closed', 'paused');
    perform pg_temp.advance('1 min');
end $given$;
select is(pg_temp.verdict('due_work'), 'ok', 'a minute may pass');
select is(pg_temp.verdict('lost_leases'), 'warning', 'a lease that was lost half a minute ago');
do $when$ begin perform pg_temp.advance('1 ms'); end $when$;
select is(pg_temp.verdict('due_work'), 'warning', 'more than a minute is worth a warning');
select is(
    (
        select jsonb_agg(l.lane - 'oldest_due_at' order by l.lane ->> 'lane_id')
        from jsonb_array_elements(pg_temp.health_detail('due_work') -> 'lanes') as l (lane)
    ),
    '[
        {"lane_id": "closed", "lane_state": "paused", "due_count": 1, "oldest_due_ms": 60001},
        {"lane_id": "lane", "lane_state": "open", "due_count": 2, "oldest_due_ms": 60001}
    ]'::jsonb,
    'by lane, those too that hand out nothing'
);
do $when$ begin perform pg_temp.advance('15 min'); end $when$;
select is(pg_temp.verdict('due_work'), 'critical', 'a quarter of an hour is critical');
select is(pg_temp.verdict('lost_leases'), 'critical', 'and so is a lease that nobody took over');
select is(
    pg_temp.health_detail('lost_leases') ->> 'lost_count', '1', 'which is counted'
);
do $when$ begin perform flowfabric.ff_set_lane_state('lane', 'paused'); end $when$;
select is(pg_temp.verdict('due_work'), 'ok', 'what an operator stopped is no alarm');
select is(pg_temp.verdict('workers'), 'ok', 'workers need not register');
do $when$ begin perform flowfabric.ff_register_worker('w', 'w-1', '{lane}'); end $when$;
select is(pg_temp.verdict('workers'), 'ok', 'one that is alive is fine');
do $when$ begin perform pg_temp.advance('31 s'); end $when$;
select is(pg_temp.verdict('workers'), 'warning', 'when all are silent, something is wrong');
select * from finish();
rollback;
