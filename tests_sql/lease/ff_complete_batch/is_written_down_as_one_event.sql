begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given leases; when they are completed as a batch; then
select pg_temp.submit_number(n) from generate_series(1, 3) as n;
create temporary table held as
select c.* from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 3) as c;
select c.outcome
from flowfabric.ff_complete_batch((select array_agg(h.handle) from held as h)) as c;

select results_eq(
    $$
        select
            e.outcome::text, e.occurred_at, (e.batch).route_ids, (e.batch).flow_ids,
            (e.batch).namespaces, e.worker_id, e.worker_instance_id, e.details
        from flowfabric.ff_event as e
        where e.kind = 'completed'
    $$,
    $$
        values (
            'success', '2030-01-01 12:00:00+00'::timestamptz, null::integer[], null::uuid[],
            null::text[], 'a', 'a-1', null::jsonb
        )
    $$,
    'one event describes all of them; a field that no execution has is left out'
);
select results_eq(
    $$
        select u.execution_id, u.lease_id, u.lease_epoch
        from flowfabric.ff_event as e
        cross join lateral unnest(
            (e.batch).execution_ids, (e.batch).lease_ids, (e.batch).lease_epochs
        ) as u (execution_id, lease_id, lease_epoch)
        where e.kind = 'completed'
        order by pg_temp.number(u.execution_id)
    $$,
    $$
        select
            execution_id, lease_id, lease_epoch
        from held
        order by handle
    $$,
    'its arrays have one order'
);

-- given one execution has a namespace, another has another route; when they are completed with a
-- third; then
do $given$
begin
    perform pg_temp.submit_number(4);
    perform pg_temp.submit_number(5, p_namespace => 'tenant');
    perform pg_temp.submit_number(6, p_priority => 1);
    perform flowfabric.ff_complete_batch(array(
        select c.handle from flowfabric.ff_claim_batch('lane', 'b', 'b-1', 3) as c
    ));
end;
$given$;
select results_eq(
    $$
        select pg_temp.number(u.execution_id), u.namespace, r.priority, e.route_id
        from flowfabric.ff_event as e
        cross join lateral unnest(
            (e.batch).execution_ids, (e.batch).namespaces, (e.batch).route_ids
        ) as u (execution_id, namespace, route_id)
        inner join flowfabric.ff_route as r on r.route_id = u.route_id
        where e.kind = 'completed' and e.worker_id = 'b'
        order by pg_temp.number(u.execution_id)
    $$,
    $$
        values
        (4, 'default', 0, null::integer),
        (5, 'tenant', 0, null),
        (6, 'default', 1, null)
    $$,
    'if one has any, the array has an item for each; and if they have several routes'
);

select * from finish();
rollback;
