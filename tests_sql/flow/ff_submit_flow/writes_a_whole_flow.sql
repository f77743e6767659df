-- tests_sql/flow/ff_submit_flow/writes_a_whole_flow.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given a flow of three nodes with options; when it is submitted; then all of it is written
select flowfabric.ff_register_lane('ci', '{"max_replay_count": 3}') is null as registered;
select
    s.flow_id,
    s.executions
from flowfabric.ff_submit_flow(
    '{
        "kind": "release", "tags": {"git.ref": "main"},
        "nodes": {
            "build": {"lane": "ci", "kind": "build", "input": {"ref": "main"}, "priority": 7,
                "required_capabilities": ["gpu", "arm"], "policy": {"max_reclaim_count": 1},
                "tags": {"git.sha": "cafe"}},
            "sign": {"lane": "ci", "payload": "\\xcafe", "delay_ms": 1000, "deadline_ms": 5000},
            "ship": {"lane": "ops", "after": ["build", "sign"]}
        }
    }',
    '11111111-1111-4111-8111-111111111111', 'tenant', 'ada'
) as s \gset
select is(
    :'flow_id'::text, '11111111-1111-4111-8111-111111111111', 'the flow has the id that was given'
);
select set_config('test.flow_id', :'flow_id', true) as flow_id;
select results_eq(
    $$select f.flow_kind, f.namespace, f.public_flow_state, f.tags, f.node_count, f.edge_count,
        f.graph_revision
    from flowfabric.ff_describe_flow(pg_temp.flow_id()) as f$$,
    $$values ('release', 'tenant', 'blocked', '{"git.ref": "main"}'::jsonb, 3::bigint, 2::bigint,
        5::bigint)$$,
    'the row of the flow'
);
select results_eq(
    $$select d.lane_id, d.kind, d.priority, d.required_capabilities, d.public_state, d.input,
        d.payload,
        d.namespace, d.tags, d.policy, d.claimable_in_ms, d.deadline_at - d.created_at, d.flow_id
    from unnest(array['build', 'ship', 'sign']) as n (name)
    cross join lateral flowfabric.ff_describe_execution(pg_temp.node(n.name)) as d$$,
    $$values
    ('ci', 'build', 7, '{arm,gpu}'::text[], 'waiting', '{"ref": "main"}'::jsonb, null::bytea,
        'tenant', '{"git.sha": "cafe"}'::jsonb, '{"max_reclaim_count": 1, "max_replay_count": 3}'::jsonb,
        1::bigint, null::interval, pg_temp.flow_id()),
    ('ops', 'default', 0, '{}', 'waiting_children', null, null,
        'tenant', '{}', null, null, null, pg_temp.flow_id()),
    ('ci', 'default', 0, '{}', 'delayed', null, '\xcafe',
        'tenant', '{}', '{"max_replay_count": 3}', 1001, '5 s', pg_temp.flow_id())$$,
    'the rows of its members'
);
select is(
    (
        select array_agg(distinct e.creating_actor || ' ' || (e.created_by = session_user)::text)
        from flowfabric.ff_exec_core as e
    ),
    '{ada true}',
    'the login and the actor of its members'
);
select is(
    (:'executions')::jsonb,
    jsonb_build_object(
        'build', pg_temp.node('build'), 'sign', pg_temp.node('sign'), 'ship', pg_temp.node('ship')
    ),
    'the result maps names to executions'
);
select is(
    (
        select array_agg(distinct right(n.value, 2))
        from jsonb_each_text((:'executions')::jsonb) as n
    ),
    array[right(pg_temp.flow_id()::text, 2)],
    'the members are in the partition of the flow'
);
select is(
    (select count(*) from flowfabric.ff_route),
    3::bigint,
    'there is one route for each combination of lane, priority and capabilities'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
