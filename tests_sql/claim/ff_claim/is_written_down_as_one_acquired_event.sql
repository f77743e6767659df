begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given executions without and with a namespace, and with tags; when they are claimed; then
do $given$
begin
    perform pg_temp.submit_number(1, p_priority => 2);
    perform pg_temp.submit_number(
        2, p_priority => 1, p_namespace => 'tenant', p_tags => '{"cairn.task_id": "t1"}'
    );
end;
$given$;
create temporary table claimed as
select a.* from flowfabric.ff_claim('lane', 'a', 'a-1') as a
union all
select b.* from flowfabric.ff_claim('lane', 'b', 'b-1') as b;

select results_eq(
    $$
        select
            kind::text, outcome::text, occurred_at, pg_temp.number(execution_id), lease_epoch,
            worker_id, worker_instance_id, details
        from flowfabric.ff_event
        order by event_id
    $$,
    $$
        values
        (
            'acquired', 'none', '2030-01-01 12:00:00+00'::timestamptz, 1, 1::bigint,
            'a', 'a-1', null::jsonb
        ),
        (
            'acquired', 'none', '2030-01-01 12:00:00+00'::timestamptz, 2, 1::bigint,
            'b', 'b-1', null::jsonb
        )
    $$,
    'each claim writes one event with the holder and the epoch'
);
select results_eq(
    'select execution_id, lease_id from flowfabric.ff_event order by event_id',
    $$
        select execution_id, lease_id
        from claimed
        order by execution_id
    $$,
    'the event names the execution and the lease'
);
select results_eq(
    $$
        select e.flow_id, e.namespace, e.batch, r.lane_id, r.priority
        from flowfabric.ff_event as e
        inner join flowfabric.ff_route as r on r.route_id = e.route_id
        order by e.event_id
    $$,
    $$
        values
        (null::uuid, null::text, null::flowfabric._event_batch, 'lane', 2),
        (null, 'tenant', null, 'lane', 1)
    $$,
    'the event has the route, and the namespace when it is not the default'
);

select * from finish();
rollback;
