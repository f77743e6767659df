begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a worker that is registered and holds a lease; when it is marked dead; then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.claim('a');
    perform flowfabric.ff_register_worker('a', 'a-1', '{lane}');
    perform flowfabric.ff_register_worker('a', 'a-1', '{lane}', p_namespace => 'tenant');
end;
$given$;
select is(
    to_jsonb(flowfabric.ff_mark_worker_dead('a-1', 'the host is down')),
    '{"worker_instance_id": "a-1", "outcome": "marked", "released_count": 0}',
    'its registration is removed'
);
select results_eq(
    'select namespace, worker_instance_id from flowfabric.ff_list_workers()',
    $$values ('tenant', 'a-1')$$,
    'only in that namespace'
);
select results_eq(
    $$
        select worker_instance_id, details - 'role'
        from flowfabric.ff_operator_event
        where kind = 'worker_marked_dead'
    $$,
    $$
        select
            'a-1',
            jsonb_build_object(
                'session_user', session_user, 'reason', 'the host is down', 'released_count', 0
            )
    $$,
    'the event says who called and why'
);
select is(
    (
        select d.ownership_state
        from flowfabric.ff_describe_execution(pg_temp.id(1)) as d
    ),
    'leased',
    'its lease is kept'
);
select pg_temp.stored() as before
\gset
select is(
    (flowfabric.ff_mark_worker_dead('a-1', 'again')).outcome,
    'not_registered',
    'a second call finds nothing'
);
select is(pg_temp.stored(), :'before', 'and nothing was written');

select * from finish();
rollback;
