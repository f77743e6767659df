begin;
select plan(6);
\ir ../../lib/clock.sql

-- given a worker with a ttl of 10 s; when its heartbeat comes at the very end; then
do $given$
begin
    perform flowfabric.ff_register_worker('a', 'a-1', '{lane}', '{}', 10000);
    perform pg_temp.advance('10 s');
end;
$given$;
select is(
    to_jsonb(flowfabric.ff_heartbeat_worker('a-1')),
    '{
        "worker_instance_id": "a-1",
        "outcome": "refreshed",
        "expires_at": "2030-01-01T12:00:20+00:00",
        "remaining_ms": 10000,
        "renewals": null
    }',
    'it is alive for its ttl again'
);
select results_eq(
    'select is_alive, last_heartbeat_at, registered_at from flowfabric.ff_list_workers()',
    $$
        values (
            true, '2030-01-01 12:00:10+00'::timestamptz, '2030-01-01 12:00:00+00'::timestamptz
        )
    $$,
    'it is listed so'
);
-- when the next heartbeat comes a microsecond too late; then
do $when$ begin perform pg_temp.advance('10000001 us'); end $when$;
select is(
    to_jsonb(flowfabric.ff_heartbeat_worker('a-1')),
    '{
        "worker_instance_id": "a-1",
        "outcome": "not_registered",
        "expires_at": null,
        "remaining_ms": null,
        "renewals": null
    }',
    'it has to register'
);
select results_eq(
    'select is_alive, last_heartbeat_at from flowfabric.ff_list_workers()',
    $$values (false, '2030-01-01 12:00:10+00'::timestamptz)$$,
    'because it is dead'
);
select is(
    (flowfabric.ff_heartbeat_worker('a-2')).outcome, 'not_registered', 'so has an unknown worker'
);
select is(
    (flowfabric.ff_heartbeat_worker('a-1', 'tenant')).outcome,
    'not_registered',
    'also one of another namespace'
);

select * from finish();
rollback;
