-- tests_sql/flow/ff_stage_dependency_edge/refuses_impossible_edges.sql
begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given members a, b, c with edges from a to b and from b to c; then edges that cannot exist are
-- refused
select pg_temp.member('a') is null as a;
select pg_temp.member('b') is null as b;
select pg_temp.member('c') is null as c;
select flowfabric.ff_create_execution('lane', '{}', p_kind => 'stranger') is null as stranger;
select pg_temp.stage(1, 'a', 'b') is null as staged;
select pg_temp.stage(2, 'b', 'c') is null as staged;
create function pg_temp.refused(
    p_up text, p_down text, p_more text default ''
) returns text language sql as $$
    select pg_temp.refusal(format(
        'select flowfabric.ff_stage_dependency_edge(%L, %L, %L, %L%s)',
        '00000000-0000-7000-8000-00000000000f', pg_temp.edge(9), pg_temp.id_of(p_up), pg_temp.id_of(p_down),
        p_more
    ))
$$;
select is(pg_temp.refused('a', 'a'), 'ZF405 self_referencing_edge', 'to itself');
select is(pg_temp.refused('c', 'a'), 'ZF407 cycle_detected', 'from c to a: a circle');
select is(pg_temp.refused('b', 'a'), 'ZF407 cycle_detected', 'from b to a: a circle of two');
select is(
    pg_temp.refused('a', 'stranger'), 'ZF404 execution_not_in_flow',
    'to an execution without a flow'
);
select is(
    pg_temp.refused('stranger', 'a'), 'ZF404 execution_not_in_flow',
    'from an execution without a flow'
);
select is(
    pg_temp.refused('a', 'c', ', p_expected_graph_revision => 4'), 'ZF406 stale_graph_revision',
    'a revision that is out of date'
);
select is(
    pg_temp.refused('a', 'c', ', p_dependency_kind => '''''),
    '22023 p_dependency_kind',
    'an empty kind'
);
select is(
    pg_temp.refused('a', 'c', ', p_input_name => '''''),
    '22023 p_input_name',
    'an input without name'
);
select is(
    pg_temp.error_of(format(
        'select flowfabric.ff_stage_dependency_edge(%L, %L, %L, %L)',
        '00000000-0000-7000-8000-00000000000f',
        pg_temp.edge(1),
        pg_temp.id_of('a'),
        pg_temp.id_of('c')
    )) - array['message', 'hint'] #- '{detail,created_at}',
    jsonb_build_object('sqlstate', 'ZF408', 'detail', jsonb_build_object(
        'symbol', 'dependency_already_exists',
        'edge_id', pg_temp.edge(1),
        'flow_id', '00000000-0000-7000-8000-00000000000f',
        'upstream_execution_id', pg_temp.id_of('a'),
        'downstream_execution_id', pg_temp.id_of('b'),
        'dependency_kind', 'success_only',
        'satisfaction_condition', 'all_required',
        'data_passing_ref', null,
        'edge_state', 'pending',
        'upstream_outcome', null,
        'created_by', session_user,
        'resolved_at', null
    )),
    'an id in use; the detail describes its edge'
);
select s.flow_id as other_flow
from
    flowfabric.ff_submit_flow(
        '{"nodes": {"a": {"lane": "lane"}, "b": {"lane": "lane", "after": ["a"]}}}'
    ) as s
\gset
select d.edge_id as other_edge
from flowfabric.ff_edge as d
where d.flow_id = :'other_flow'
\gset
select is(
    pg_temp.error_of(format(
        'select flowfabric.ff_stage_dependency_edge(%L, %L, %L, %L)',
        '00000000-0000-7000-8000-00000000000f',
        :'other_edge',
        pg_temp.id_of('a'),
        pg_temp.id_of('c')
    )) -> 'detail',
    jsonb_build_object('symbol', 'dependency_already_exists', 'edge_id', :'other_edge'),
    'an id in use in another flow, whose edge is not described'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_stage_dependency_edge(
        gen_random_uuid(), pg_temp.edge(9), pg_temp.id_of('a'), pg_temp.id_of('b'))$$),
    'ZF401 flow_not_found', 'an unknown flow'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_stage_dependency_edge(
        '00000000-0000-7000-8000-00000000000f', null, pg_temp.id_of('a'), pg_temp.id_of('b'))$$),
    '22004 p_edge_id', 'a null edge id'
);
select is(
    (
        select s.outcome || ' ' || s.graph_revision
        from flowfabric.ff_stage_dependency_edge(
            '00000000-0000-7000-8000-00000000000f', pg_temp.edge(3), pg_temp.id_of('a'),
            pg_temp.id_of('c'), 'my_kind', 'ref', 5
        ) as s
    ),
    'staged 6',
    'a correct edge is staged under the present revision'
);
select c.outcome
from flowfabric.ff_cancel_flow('00000000-0000-7000-8000-00000000000f', 'over') as c;
select is(pg_temp.refused('a', 'c'), 'ZF402 flow_already_terminal', 'a cancelled flow');
select * from finish();
rollback;
