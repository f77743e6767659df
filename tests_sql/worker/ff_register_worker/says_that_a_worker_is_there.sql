begin;
select plan(6);
\ir ../../lib/clock.sql

-- given no worker; when one registers; then
select is(
    to_jsonb(flowfabric.ff_register_worker(
        'a', 'a-1', '{lane2,lane1,lane2}', '{ssd,gpu,gpu}', 10000, 'tenant'
    )),
    '{
        "worker_instance_id": "a-1",
        "outcome": "registered",
        "expires_at": "2030-01-01T12:00:10+00:00",
        "remaining_ms": 10000
    }',
    'it is alive for its ttl'
);
select is(
    (select to_jsonb(w) - 'owner' from flowfabric.ff_list_workers('tenant') as w),
    '{
        "namespace": "tenant",
        "worker_instance_id": "a-1",
        "worker_id": "a",
        "lane_ids": ["lane1", "lane2"],
        "capabilities": ["gpu", "ssd"],
        "is_alive": true,
        "registered_at": "2030-01-01T12:00:00+00:00",
        "last_heartbeat_at": "2030-01-01T12:00:00+00:00",
        "expires_at": "2030-01-01T12:00:10+00:00",
        "page_key": "a-1 tenant",
        "held_count": 0,
        "held_execution_ids": []
    }',
    'its lanes and capabilities are listed'
);

-- when it registers again, at the very end of its ttl; then
do $when$ begin perform pg_temp.advance('10 s'); end $when$;
select is(
    (flowfabric.ff_register_worker('a', 'a-1', '{lane3}', p_namespace => 'tenant')).outcome,
    'refreshed',
    'it was alive: the registration is refreshed'
);
select results_eq(
    $$
        select lane_ids, capabilities, registered_at, last_heartbeat_at, expires_at
        from flowfabric.ff_list_workers()
    $$,
    $$
        values (
            '{lane3}'::text[], '{}'::text[], '2030-01-01 12:00:00+00'::timestamptz,
            '2030-01-01 12:00:10+00'::timestamptz, '2030-01-01 12:00:40+00'::timestamptz
        )
    $$,
    'lanes, capabilities and ttl are the new ones; the time of the first registration is kept'
);
-- when it registers again a microsecond after its ttl; then
do $when$ begin perform pg_temp.advance('30000001 us'); end $when$;
select is(
    (flowfabric.ff_register_worker('a', 'a-1', '{lane3}', p_namespace => 'tenant')).outcome,
    'registered',
    'it had been dead, though no call had marked it: it is registered anew'
);
select results_eq(
    'select registered_at from flowfabric.ff_list_workers()',
    $$values ('2030-01-01 12:00:40.000001+00'::timestamptz)$$,
    'with a new time of registration'
);

select * from finish();
rollback;
