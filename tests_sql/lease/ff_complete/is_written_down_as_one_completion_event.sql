begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given leases on executions without and with namespace and tags; when they are completed; then
do $given$
begin
    perform pg_temp.submit_number(1, p_priority => 1);
    perform pg_temp.submit_number(2, p_namespace => 'tenant', p_tags => '{"a.b": "c"}');
end;
$given$;
create temporary table held as
select c.* from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 2) as c;
do $when$ begin perform pg_temp.advance('10 s'); end $when$;
select flowfabric.ff_complete(h.handle, '{"secret": true}') from held as h
order by h.execution_id;

select results_eq(
    $$
        select
            outcome::text, occurred_at, pg_temp.number(execution_id), lease_epoch, flow_id,
            namespace, worker_id, worker_instance_id, details
        from flowfabric.ff_event
        where kind = 'completed'
        order by event_id
    $$,
    $$
        values
        (
            'success', '2030-01-01 12:00:10+00'::timestamptz, 1, 1::bigint,
            null::uuid, null::text, 'a', 'a-1', null::jsonb
        ),
        (
            'success', '2030-01-01 12:00:10+00'::timestamptz, 2, 1::bigint,
            null, 'tenant', 'a', 'a-1', null
        )
    $$,
    'each completion writes one event, with the namespace when it is not the default'
);
select results_eq(
    $$
        select e.execution_id, e.lease_id, r.lane_id
        from flowfabric.ff_event as e
        inner join flowfabric.ff_route as r on r.route_id = e.route_id
        where e.kind = 'completed'
        order by e.event_id
    $$,
    $$
        select execution_id, lease_id, 'lane'
        from held
        order by execution_id
    $$,
    'the event names the execution, the lease and the route'
);

select * from finish();
rollback;
