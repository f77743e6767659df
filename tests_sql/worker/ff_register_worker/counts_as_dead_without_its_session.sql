-- noqa: disable=LT05
begin;
select plan(9);
\ir ../../lib/clock.sql

-- given two workers with a ttl of an hour, which named a session; a minute later that of "ended" is gone
do $given$
begin
    perform flowfabric.ff_register_worker(
        'a', 'here', '{lane}', '{gpu}', 3600000, 'default', pg_backend_pid()
    );
    perform flowfabric.ff_register_worker(
        'b', 'ended', '{lane}', '{gpu}', 3600000, 'default', pg_backend_pid()
    );
    update flowfabric.ff_worker set session_pid = 2147483647 where worker_instance_id = 'ended';
    perform flowfabric.ff_create_execution('lane', p_required_capabilities => '{gpu}');
    perform pg_temp.advance('1 min');
end;
$given$;
select results_eq(
    'select worker_instance_id, is_alive from flowfabric.ff_list_workers()',
    $$values ('ended', false), ('here', true)$$,
    'a worker whose session has ended is not listed as alive'
);
select is(
    (
        select h.detail - 'is_at_least'
        from flowfabric.ff_health() as h
        where h.check_name = 'workers'
    ),
    '{"live_count": 1, "silent_count": 1}',
    'ff_health counts it as silent'
);
select ok(
    flowfabric.ff_metrics() like all(
        array[
            '%ff_workers{state="alive"} 1' || chr(10) || '%',
            '%ff_workers{state="silent"} 1' || chr(10) || '%'
        ]
    ),
    'so do the metrics'
);
select is(
    (
        select l.live_worker_count from flowfabric.ff_lanes as l
        where l.lane_id = 'lane'
    ),
    1::bigint,
    'and the view of the lanes'
);
select is(
    (
        select (g.detail ->> 'capable_worker_count')::integer
        from flowfabric.ff_exec_core as e
        cross join lateral flowfabric.ff_explain(e.execution_id) as g
        where g.gate = 'capabilities'
    ),
    1,
    'an explanation does not count on it'
);
select is(
    (select h.outcome from flowfabric.ff_heartbeat_worker('ended') as h),
    'not_registered',
    'it has to register again'
);
select is(
    (select r.outcome from flowfabric.ff_register_worker('other', 'ended', '{lane}') as r),
    'registered',
    'another worker may take its name'
);
select is(
    (
        select w.is_alive from flowfabric.ff_list_workers() as w
        where w.worker_instance_id = 'ended'
    ),
    true,
    'a registration without a session depends on its ttl only'
);
select throws_ok(
    $$select flowfabric.ff_register_worker('c', 'c-1', '{}', p_session_pid => 2147483647)$$,
    '22023',
    'p_session_pid is not the process id of a session of this database',
    'a session that does not exist is refused'
);

select * from finish();
rollback;
