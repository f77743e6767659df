begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given executions that (1) wait and (2) are held; when an operator cancels them twice; then
do $given$
begin
    perform pg_temp.submit_number(1, 'lane1', p_namespace => 'tenant', p_tags => '{"a.b": "c"}');
    perform pg_temp.submit_number(2, 'lane2');
    perform pg_temp.claim('a', p_lane_id => 'lane2');
    perform flowfabric.ff_cancel_execution(pg_temp.id(n), 'not needed', p_actor => 'ada')
    from unnest(array[1, 2, 1, 2]) as n;
end;
$given$;
select results_eq(
    'select * from pg_temp.events()',
    $$
        values
        ('acquired', 'none', '{2}', '{1}', 'a'),
        ('completed', 'cancelled', '{1}', '{0}', null),
        ('completed', 'cancelled', '{2}', '{1}', 'a')
    $$,
    'each has one completion event, with the lease that there was'
);
select results_eq(
    $$
        select e.namespace, e.details, o.details - 'role'
        from flowfabric.ff_event as e
        inner join flowfabric.ff_operator_event as o on o.event_id = e.event_id
        where e.kind = 'completed'
        order by e.event_id
    $$,
    $$
        select
            x.namespace, null::jsonb,
            jsonb_build_object(
                'session_user', session_user, 'actor', 'ada', 'reason', 'not needed',
                'source', 'operator_override'
            )
        from (values ('tenant'), (null)) as x (namespace)
    $$,
    'the call of the operator says who cancelled and why'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
