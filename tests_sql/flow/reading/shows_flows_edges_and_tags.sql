-- tests_sql/flow/reading/shows_flows_edges_and_tags.sql
begin;
select plan(18);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/flows.sql
-- given two flows
select
    pg_temp.flow(
        '{
            "a": {}, "b": {"after": ["a"], "kind": "second"},
            "c": {"after": {"any_of": ["a", "b"], "losers": "run"}}
        }'
    )
        as flow_id;
select
    flowfabric.ff_create_flow(
        'ffffffff-0000-7000-8000-000000000001', p_namespace => 'tenant'
    ) is null as made;
select pg_temp.complete('a') as completed;
select is(
    (select f.members from flowfabric.ff_describe_flow(pg_temp.flow_id()) as f),
    (
        select
            jsonb_agg(
                jsonb_build_object(
                    'execution_id',
                    pg_temp.node(n.name),
                    'node',
                    n.name,
                    'kind',
                    n.kind,
                    'public_state',
                    n.state
                ) order by pg_temp.node(n.name)
            )
        from
            (
                values ('a', 'default', 'completed'),
                ('b', 'second', 'waiting'),
                ('c', 'default', 'waiting')
            )
                as n (name, kind, state)
    ),
    'the members are described'
);
select is(
    (select f.edge_groups -> 1 from flowfabric.ff_describe_flow(pg_temp.flow_id()) as f),
    jsonb_build_object(
        'downstream_execution_id', pg_temp.node('c'), 'policy', 'any_of', 'k', 1,
        'on_satisfied', 'let_run', 'total_deps', 2, 'satisfied_count', 1, 'failed_count', 0,
        'skipped_count', 0, 'running_count', 1, 'group_state', 'satisfied'
    ),
    'the joins are described'
);
select results_eq(
    'select f.flow_id, f.public_flow_state from flowfabric.ff_list_flows(p_limit => 1) as f',
    $$values (pg_temp.flow_id(), 'open')$$, 'the first page'
);
select results_eq(
    'select f.flow_id, f.public_flow_state, f.namespace
    from flowfabric.ff_list_flows(p_after => pg_temp.flow_id()) as f',
    $$values ('ffffffff-0000-7000-8000-000000000001'::uuid, 'open', 'tenant')$$, 'the next page'
);
select results_eq(
    $$select f.namespace from flowfabric.ff_list_flows('tenant') as f$$,
    $$values ('tenant')$$,
    'flows of one namespace'
);
select results_eq(
    $$select d.downstream_execution_id, d.edge_state, d.upstream_outcome, d.dependency_kind,
        d.satisfaction_condition, d.data_passing_ref
    from flowfabric.ff_list_edges(pg_temp.flow_id(), p_upstream_execution_id => pg_temp.node('a')) as d
    order by d.downstream_execution_id$$,
    $$select pg_temp.node(n.name), 'satisfied', 'success', 'success_only', 'all_required',
        null::text
    from unnest(array['b', 'c']) as n (name)
    order by pg_temp.node(n.name)$$,
    'the edges from a'
);
select is(
    (
        select array_agg(d.edge_state order by d.edge_state)
        from
            flowfabric.ff_list_edges(
                pg_temp.flow_id(), p_downstream_execution_id => pg_temp.node('c')
            ) as d
    ),
    '{applied,satisfied}'::text[], 'the edges to c'
);
select is(
    (
        select count(*)
        from flowfabric.ff_list_edges(pg_temp.flow_id(), p_limit => 1) as f
        cross join lateral flowfabric.ff_list_edges(pg_temp.flow_id(), p_after => f.edge_id)
    ),
    2::bigint, 'a page of edges'
);
select is(
    (
        select count(*)
        from flowfabric.ff_list_edges(pg_temp.flow_id()) as l
        cross join lateral flowfabric.ff_describe_edge(pg_temp.flow_id(), l.edge_id) as d
        where to_jsonb(d) = to_jsonb(l)
    ),
    3::bigint, 'one edge'
);
select is_empty(
    $$select d.edge_id
    from flowfabric.ff_describe_edge(gen_random_uuid(), gen_random_uuid()) as d$$,
    'an unknown edge'
);
select is_empty(
    $$select f.flow_id from flowfabric.ff_describe_flow(gen_random_uuid()) as f$$, 'an unknown flow'
);
select is_empty(
    $$select f.flow_id from flowfabric.ff_flow_summary(gen_random_uuid()) as f$$,
    'no summary of an unknown flow'
);
select is_empty(
    $$select d.edge_id from flowfabric.ff_list_edges(gen_random_uuid()) as d$$,
    'no edges of an unknown flow'
);
select is(
    (
        select t.tag_value
        from flowfabric.ff_set_flow_tag(pg_temp.flow_id(), 'billing.customer', '17') as t
    ),
    '17', 'a tag is set'
);
select is(
    flowfabric.ff_get_flow_tag(pg_temp.flow_id(), 'billing.customer'), '17',
    'the tag is read'
);
select is(
    flowfabric.ff_get_flow_tag(pg_temp.flow_id(), 'billing.other'), null, 'an unknown tag is null'
);
select is(
    flowfabric.ff_evaluate_flow_eligibility('00000000-0000-7000-8000-000000000001'),
    'not_found',
    'a tag of an unknown execution is null'
);
select results_eq(
    $$select h.what, h.details
    from flowfabric.ff_history(pg_temp.node('c')) as h
    where h.what like 'dependencies%'$$,
    $$values (
        'dependencies_satisfied', '{"policy": "any_of", "total_deps": 2, "satisfied_count": 1}'::jsonb
    )$$,
    'the history has the decision of the join'
);
select * from finish();
rollback;
