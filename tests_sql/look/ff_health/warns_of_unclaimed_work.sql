-- tests_sql/look/ff_health/warns_of_unclaimed_work.sql
begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/health.sql
-- given due work, and no worker that claims; then
do $given$ begin
    perform pg_temp.lease(p_lease_ttl_ms => 1000);
    perform pg_temp.advance('1 ms');
    perform pg_temp.submit();
    perform pg_temp.submit('closed');
    perform flowfabric.ff_set_lane_state('closed', 'paused');
    perform pg_temp.advance('1 min');
end $given$;
select is(pg_temp.verdict('due_work'), 'ok', 'a minute without a claim is fine');
select is(pg_temp.verdict('lost_leases'), 'warning', 'a warning: a lease lapsed half a minute ago');
do $when$ begin perform pg_temp.advance('1 ms'); end $when$;
select is(pg_temp.verdict('due_work'), 'warning', 'a warning after more than a minute');
select is(
    (
        select jsonb_agg(l.lane - 'oldest_due_at' order by l.lane ->> 'lane_id')
        from jsonb_array_elements(pg_temp.health_detail('due_work') -> 'lanes') as l (lane)
    ),
    '[
        {"lane_id": "closed", "lane_state": "paused", "due_count": 1, "oldest_due_ms": 60001},
        {"lane_id": "lane", "lane_state": "open", "due_count": 2, "oldest_due_ms": 60001}
    ]'::jsonb,
    'the detail has each lane, also a paused one'
);
do $when$ begin perform pg_temp.advance('15 min'); end $when$;
select is(pg_temp.verdict('due_work'), 'critical', 'critical after a quarter of an hour');
select is(
    pg_temp.verdict('lost_leases'), 'critical',
    'critical: the lapsed lease was not taken over'
);
select is(
    pg_temp.health_detail('lost_leases') ->> 'lost_count', '1', 'the detail counts it'
);
do $when$ begin perform flowfabric.ff_set_lane_state('lane', 'paused'); end $when$;
select is(pg_temp.verdict('due_work'), 'ok', 'fine: an operator has paused the lane');
select is(pg_temp.verdict('workers'), 'ok', 'fine: workers need not register');
do $when$ begin perform flowfabric.ff_register_worker('w', 'w-1', '{lane}'); end $when$;
select is(pg_temp.verdict('workers'), 'ok', 'fine: a registered worker is alive');
do $when$ begin perform pg_temp.advance('31 s'); end $when$;
select is(pg_temp.verdict('workers'), 'warning', 'a warning: all registered workers are silent');
select * from finish();
rollback;
