-- tests_sql/flow/ff_create_flow/makes_an_empty_flow.sql
begin;
select plan(16);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/flows.sql
-- given no flows; when flows are created
select results_eq(
    $$select c.flow_id, c.outcome
    from flowfabric.ff_create_flow(
        '550e8400-e29b-41d4-a716-446655440000', 'nightly', 'tenant', '{"a.b": "c"}', 'ada'
    ) as c$$,
    $$values ('550e8400-e29b-41d4-a716-446655440000'::uuid, 'created')$$,
    'a flow under a given id'
);
select results_eq(
    $$select c.flow_id, c.outcome
    from flowfabric.ff_create_flow('550e8400-e29b-41d4-a716-446655440000', 'other') as c$$,
    $$values ('550e8400-e29b-41d4-a716-446655440000'::uuid, 'already_satisfied')$$,
    'once'
);
select results_eq(
    $$select f.flow_kind, f.namespace, f.public_flow_state, f.graph_revision, f.node_count,
        f.edge_count,
        f.tags, f.created_at, f.last_mutation_at, f.members, f.edge_groups
    from flowfabric.ff_describe_flow('550e8400-e29b-41d4-a716-446655440000') as f$$,
    $$values ('nightly', 'tenant', 'open', 0::bigint, 0::bigint, 0::bigint, '{"a.b": "c"}'::jsonb,
        pg_temp.clock(), pg_temp.clock(), '[]'::jsonb, '[]'::jsonb)$$,
    'the flow is empty; the same call again changes nothing'
);
select is(
    (
        select right(c.execution_id::text, 2)
        from flowfabric.ff_create_execution(
            'lane', p_flow_id => '550e8400-e29b-41d4-a716-446655440000'
        ) as c
    ),
    '00',
    'its members have the partitions of the last bytes of their ids'
);
select is(
    (
        select array_agg(distinct right(c.execution_id::text, 2))
        from flowfabric.ff_create_executions(
            'lane',
            array['{}', '{}']::jsonb[],
            '{"flow_id": "550e8400-e29b-41d4-a716-446655440000"}'
        ) as c
    ),
    array['00'],
    'so have those of a batch'
);
select is(
    (
        select string_agg(coalesce(c.error_code, c.outcome), ' ')
        from flowfabric.ff_create_executions(
            'lane', array['{}', '{}', '{}']::jsonb[],
            '{"flow_id": ["550e8400-e29b-41d4-a716-446655440000", null,
                "550e8400-e29b-41d4-a716-44665544ffff"]}'
        ) as c
    ),
    'created created ZF401',
    'an item of a batch that may not be a member is refused alone'
);
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_create_execution('lane', p_flow_id => gen_random_uuid())$$
    ),
    'ZF401 flow_not_found', 'a null flow has no members'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_create_executions('lane', '{}', '{"flow_id": "x"}')$$),
    '22023 p_options.flow_id', 'a text that is not a UUID is refused'
);
select is(
    (
        select count(*) from flowfabric.ff_create_flow() as c
        where c.flow_id is not null
    ), 1::bigint,
    'a flow without a given id gets one'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_create_flow(p_flow_kind => '')$$),
    '22023 p_flow_kind',
    'a null kind'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_create_flow(p_flow_kind => null)$$),
    '22004 p_flow_kind',
    'null'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_create_flow(p_namespace => '')$$),
    '22023 p_namespace',
    'a null namespace'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_create_flow(p_tags => '{"a": "b"}')$$),
    '22023 p_tags',
    'bad tags'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_create_flow(p_actor => '')$$),
    '22023 p_actor',
    'an empty actor'
);
select is(
    (
        select f.node_count
        from flowfabric.ff_describe_flow('550e8400-e29b-41d4-a716-446655440000') as f
    ),
    4::bigint, 'four members were created'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
