-- tests_sql/submit/ff_create_execution/sorts_capabilities_and_drops_repeated_ones.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
-- given the same requirements, written in two ways; then
select lives_ok(
    $$select
        flowfabric.ff_create_execution(
            'lane', p_required_capabilities => '{gpu,eu,B,a,gpu}',
            p_execution_id => '00000000-0000-7000-8000-000000000001'
        )$$,
    'given one way'
);
select lives_ok(
    $$select
        flowfabric.ff_create_execution(
            'lane', p_required_capabilities => '{a,B,eu,gpu}',
            p_execution_id => '00000000-0000-7000-8000-000000000002'
        )$$,
    'given the other'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000001', 'required_capabilities'),
    '{"required_capabilities": ["B", "a", "eu", "gpu"]}',
    'each capability is stored once, sorted by bytes, in any collation of the database'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000002', 'required_capabilities'),
    '{"required_capabilities": ["B", "a", "eu", "gpu"]}',
    'for both executions'
);
select results_eq(
    'select count(*) from flowfabric.ff_route', 'values (1::bigint)',
    'they share one route'
);
select lives_ok(
    $$select flowfabric.ff_create_execution('lane', p_priority => i % 2)
    from generate_series(1, 4) as i$$,
    'given four executions in two priorities'
);
select results_eq(
    $$select r.lane_id, r.priority, r.required_capabilities
    from flowfabric.ff_route as r
    order by r.priority, cardinality(r.required_capabilities)$$,
    $$values
    ('lane', 0, '{}'::text[]), ('lane', 0, '{B,a,eu,gpu}'), ('lane', 1, '{}')$$,
    'a route is made once for each combination'
);
select * from finish();
rollback;
