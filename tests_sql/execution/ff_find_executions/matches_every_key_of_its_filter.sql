-- tests_sql/execution/ff_find_executions/matches_every_key_of_its_filter.sql
begin;
select plan(37);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/flows.sql
-- given executions (1) to (8), by their priorities: (1) waits, with tags, (2) is delayed, of a
-- tenant, (3) is held by a-1, (4) lapsed, held by b-1, (5) completed, under a key, (6) failed, (7)
-- expired, (8) was cancelled; and the members a and b of a flow
create function pg_temp.make(
    p_number integer, p_namespace text default 'default', p_tags jsonb default '{}',
    p_delay_ms bigint default null, p_deadline_ms bigint default null, p_key text default null,
    p_kind text default 'default'
)
returns void
language sql
as $make$
    select flowfabric.ff_create_execution(
        'lane' || p_number, p_priority => p_number, p_namespace => p_namespace, p_tags => p_tags,
        p_delay_ms => p_delay_ms, p_deadline_ms => p_deadline_ms, p_idempotency_key => p_key,
        p_kind => p_kind
    );
    select pg_temp.advance('1 minute');
$make$;
do $given$ begin
    perform pg_temp.make(1, p_tags => '{"a.b": "c", "a.d": "e"}');
    perform pg_temp.make(2, 'tenant', p_delay_ms => 86400000);
    perform pg_temp.make(3, p_kind => 'mail');
    perform pg_temp.make(4, p_kind => 'mail');
    perform pg_temp.make(5, p_key => 'key');
    perform pg_temp.make(6);
    perform pg_temp.make(7, p_deadline_ms => 1000);
    perform pg_temp.make(8, p_tags => '{"a.b": "x"}');
    perform pg_temp.claim('a', 3600000, 'lane3');
    perform pg_temp.claim('b', 1000, 'lane4');
    perform flowfabric.ff_complete(pg_temp.claim('a', p_lane_id => 'lane5'));
    perform flowfabric.ff_fail(
        pg_temp.claim('a', p_lane_id => 'lane6'), 'broken', 'permanent', 'smtp'
    );
    perform flowfabric.ff_cancel_execution(e.execution_id, 'not needed')
    from flowfabric.ff_exec_core as e
    inner join flowfabric.ff_route as r on r.route_id = e.route_id
    where r.lane_id = 'lane8';
    perform flowfabric.ff_tick();
    perform pg_temp.advance('1 minute');
    perform pg_temp.flow('{"a": {"priority": 21}, "b": {"after": ["a"], "priority": 22}}');
end $given$;
create function pg_temp.found(p_filter jsonb, p_newest_first boolean default false)
returns integer[]
language sql
as $found$
    select array_agg(e.priority order by e.place)
    from flowfabric.ff_find_executions(p_filter, p_newest_first) as p
    cross join unnest(p.executions) with ordinality as e (
        execution_id, lane_id, namespace, kind, priority, public_state, attempt_index,
        worker_instance_id, created_at, updated_at, terminal_at, tags, place
    )
$found$;
select is(pg_temp.found(f.filter), f.found, f.filter::text)
from (
    values
    ('{}'::jsonb, '{1,2,3,4,5,6,7,8,21,22}'::integer[]),
    ('{"lane_id": "lane3"}', '{3}'),
    ('{"lane_id": "lane99"}', null),
    ('{"kind": "mail"}', '{3,4}'),
    ('{"namespace": "tenant"}', '{2}'),
    ('{"public_state": "waiting"}', '{1,21}'),
    ('{"public_state": "delayed"}', '{2}'),
    ('{"public_state": "active"}', '{3,4}'),
    ('{"public_state": ["completed", "failed"]}', '{5,6}'),
    ('{"public_state": ["expired", "cancelled", "waiting_children"]}', '{7,8,22}'),
    ('{"public_state": []}', null),
    ('{"public_state": "skipped"}', null),
    ('{"tags": {"a.b": "c"}}', '{1}'),
    ('{"tags": {"a.b": "c", "a.d": "e"}}', '{1}'),
    ('{"tags": {"a.b": "c", "a.d": "x"}}', null),
    ('{"tags": {}}', '{1,2,3,4,5,6,7,8,21,22}'),
    ('{"idempotency_key": "key"}', '{5}'),
    ('{"idempotency_key": "key", "namespace": "default"}', '{5}'),
    ('{"idempotency_key": "key", "namespace": "tenant"}', null),
    ('{"idempotency_key": "other"}', null),
    ('{"worker_instance_id": "a-1"}', '{3}'),
    ('{"worker_instance_id": "b-1"}', '{4}'),
    ('{"worker_instance_id": "c-1"}', null),
    ('{"failure_category": "smtp"}', '{6}'),
    ('{"failure_category": "timeout"}', '{7}'),
    ('{"created_after": "2030-01-01T12:05:00Z"}', '{6,7,8,21,22}'),
    ('{"created_before": "2030-01-01T12:02:00Z"}', '{1,2}'),
    (
        '{"created_after": "2030-01-01T13:01:00+01:00", "created_before": "2030-01-01T12:04:00Z"}',
        '{2,3,4}'
    ),
    ('{"execution_ids": []}', null),
    ('{"execution_ids": ["00000000-0000-7000-8000-000000000001"]}', null),
    (
        '{"lane_id": null, "kind": "mail", "public_state": "active", "worker_instance_id": "b-1"}',
        '{4}'
    )
) as f (filter, found);
select is(
    pg_temp.found(jsonb_build_object('flow_id', pg_temp.flow_id())), '{21,22}', 'members of a flow'
);
select is(
    pg_temp.found(
        jsonb_build_object('flow_id', pg_temp.flow_id(), 'public_state', 'waiting_children')
    ),
    '{22}',
    'members of a flow in a state'
);
select is(
    pg_temp.found((
        select jsonb_build_object('execution_ids', jsonb_agg(e.execution_id))
        from flowfabric.ff_executions as e
        where e.priority in (2, 8, 21)
    )),
    '{2,8,21}',
    'executions by their ids'
);
select is(
    pg_temp.found('{}', true), '{22,21,8,7,6,5,4,3,2,1}', 'the newest come first by default'
);
-- when a caller gives an id with a time long ago; then the execution is found by the time of its
-- submission
do $when$ begin
    perform flowfabric.ff_create_execution(
        'lane', p_priority => 30, p_execution_id => '00000000-0000-7000-8000-000000000001'
    );
end $when$;
select is(
    pg_temp.found('{"created_after": "2030-01-01T12:08:30Z"}'), '{30,21,22}',
    'created_after compares the time of creation, not that in the id'
);
-- when the window of a key has ended, and the key was removed; then its execution is still found
delete from flowfabric.ff_idempotency;
select is(pg_temp.found('{"idempotency_key": "key"}'), '{5}', 'given the key was removed');
select * from finish();
rollback;
