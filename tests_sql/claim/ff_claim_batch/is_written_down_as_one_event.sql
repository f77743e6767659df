begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given plain executions; when they are claimed as a batch; then
select pg_temp.submit_number(n, p_priority => 10 - n)
from generate_series(1, 3) as n;
create temporary table claimed as
select c.* from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10) as c;

select results_eq(
    'select * from pg_temp.events()',
    $$values ('acquired', 'none', '{1,2,3}', '{1,1,1}', 'a')$$,
    'one event describes all claims'
);
select results_eq(
    $$
        select u.execution_id, u.lease_id
        from flowfabric.ff_event as e
        cross join lateral unnest((e.batch).execution_ids, (e.batch).lease_ids) as u (execution_id, lease_id)
        order by u.execution_id
    $$,
    $$
        select execution_id, lease_id
        from claimed
        order by execution_id
    $$,
    'its arrays have one order'
);
select results_eq(
    $$
        select
            e.worker_instance_id, e.occurred_at, (e.batch).flow_ids, (e.batch).namespaces, e.details
        from flowfabric.ff_event as e
    $$,
    $$
        values (
            'a-1', '2030-01-01 12:00:00+00'::timestamptz,
            null::uuid[], null::text[], null::jsonb
        )
    $$,
    'flows and namespaces are left out when no execution has any'
);

-- given one of them has a namespace; when they lapse and are taken over with two fresh
-- ones; then
do $given$
begin
    perform pg_temp.submit_number(4, p_namespace => 'tenant');
end;
$given$;
do $given$ begin perform flowfabric.ff_claim('lane', 'a', 'a-1'); end $given$;
do $given$ begin perform pg_temp.advance('30 s'); end $given$;
do $given$ begin perform pg_temp.submit_number(5, p_namespace => 'other'); end $given$;
do $given$ begin perform pg_temp.submit_number(6); end $given$;
do $when$ begin perform flowfabric.ff_claim_batch('lane', 'b', 'b-1', 10); end $when$;

select results_eq(
    $$
        select e.kind::text, pg_temp.number(u.execution_id), u.lease_epoch, u.namespace
        from flowfabric.ff_event as e
        cross join lateral unnest(
            (e.batch).execution_ids, (e.batch).lease_epochs, (e.batch).namespaces
        ) as u (execution_id, lease_epoch, namespace)
        where e.worker_id = 'b'
        order by pg_temp.number(u.execution_id)
    $$,
    $$
        values
        ('reclaimed', 1, 2::bigint, 'default'),
        ('reclaimed', 2, 2, 'default'),
        ('reclaimed', 3, 2, 'default'),
        ('reclaimed', 4, 2, 'tenant'),
        ('acquired', 5, 1, 'other'),
        ('acquired', 6, 1, 'default')
    $$,
    'if one execution has any, the array has an item for each'
);
select results_eq(
    $$
        select kind, count(*)
        from pg_temp.events()
        where worker_id = 'b'
        group by kind
        order by kind
    $$,
    $$values ('acquired', 1::bigint), ('reclaimed', 1)$$,
    'takeovers are one event, fresh claims another'
);
select results_eq(
    $$select executions from pg_temp.events() where kind = 'expired' order by executions$$,
    $$values ('{1}'), ('{2}'), ('{3}'), ('{4}')$$,
    'each lost lease is recorded once'
);

select * from finish();
rollback;
