begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given executions that are (1) held until 12:00:20, (2) until 12:00:10, (3) until 12:00:11, (4)
-- revoked, (5) delayed, (6) taken over, (7) waiting, (8) noted by a tick; when somebody looks at
-- 12:00:10; then
do $given$
begin
    perform pg_temp.submit_number(6, 'lane6');
    perform pg_temp.claim('a', 1000, 'lane6');
    perform pg_temp.submit_number(8, 'lane8', p_namespace => 'tenant');
    perform pg_temp.claim('a', 2000, 'lane8');
    perform pg_temp.submit_number(n, 'lane' || n) from unnest(array[1, 2, 3, 4, 5, 7]) as n;
    perform pg_temp.claim('a', 20000, 'lane1');
    perform pg_temp.claim('a', 10000, 'lane2');
    perform pg_temp.claim('a', 10001, 'lane3');
    perform pg_temp.claim('a', 10000, 'lane4');
    perform flowfabric.ff_revoke_lease(pg_temp.id(4));
    perform flowfabric.ff_delay(pg_temp.claim('a', p_lane_id => 'lane5'), 1000);
    perform pg_temp.advance('3 s');
    perform pg_temp.claim('b', p_lane_id => 'lane6');
    perform count(*) from flowfabric.ff_tick();
    perform pg_temp.advance('7 s');
end;
$given$;

select results_eq(
    $$
        select to_jsonb(l) - 'page_key'
        from flowfabric.ff_list_expired_leases() as l
    $$,
    $$
        select
            to_jsonb(x.fields) || jsonb_build_object(
                'execution_id', pg_temp.id(pg_temp.number(e.execution_id)),
                'lease_id', e.lease_id,
                'lease_epoch', 1,
                'worker_id', 'a',
                'worker_instance_id', 'a-1',
                'attempt_index', 0
            )
        from flowfabric.ff_exec_core as e
        inner join (
            values
            (8, '{
                "lane_id": "lane8", "namespace": "tenant", "expired_since_ms": 8000,
                "lease_expires_at": "2030-01-01T12:00:02+00:00"
            }'::jsonb),
            (2, '{
                "lane_id": "lane2", "namespace": "default", "expired_since_ms": 0,
                "lease_expires_at": "2030-01-01T12:00:10+00:00"
            }')
        ) as x (n, fields) on x.n = pg_temp.number(e.execution_id)
        order by e.lease_expires_at
    $$,
    'lapsed leases are listed, the oldest first, from the moment of their expiry on'
);
select is(
    (
        select array_agg(l.execution_id)
        from flowfabric.ff_list_expired_leases(p_namespace => 'tenant') as l
    ),
    array[pg_temp.id(8)],
    'leases of one namespace'
);
select is_empty(
    $$select * from flowfabric.ff_list_expired_leases(p_namespace => 'nobody')$$,
    'a namespace without lapsed leases'
);
do $when$
begin
    perform pg_temp.claim('b', p_lane_id => 'lane' || n) from unnest(array[2, 8]) as n;
end;
$when$;
select is_empty(
    'select * from flowfabric.ff_list_expired_leases()',
    'a lease that was taken over is not listed any more'
);

select * from finish();
rollback;
