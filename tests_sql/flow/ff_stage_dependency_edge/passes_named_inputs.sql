-- tests_sql/flow/ff_stage_dependency_edge/passes_named_inputs.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given three upstreams of one execution, two of them collected under one name
select pg_temp.member('a') is null as a;
select pg_temp.member('b') is null as b;
select pg_temp.member('c') is null as c;
select pg_temp.member('parent') is null as parent;
select
    flowfabric.ff_stage_dependency_edge(
        '00000000-0000-7000-8000-00000000000f', pg_temp.edge(n.number), pg_temp.id_of(n.name),
        pg_temp.id_of('parent'), p_input_name => n.input_name
    ) is null as staged
from (values (1, 'a', 'all[]'), (2, 'b', 'all[]'), (3, 'c', 'one')) as n (number, name, input_name);
select is(
    pg_temp.refusal($$select flowfabric.ff_stage_dependency_edge(
        '00000000-0000-7000-8000-00000000000f', pg_temp.edge(4), pg_temp.id_of('a'),
        pg_temp.id_of('parent'), p_input_name => 'one')$$),
    '22023 p_input_name', 'a name stands for one upstream, unless it is a list'
);
select
    pg_temp.apply(1) is null as a,
    pg_temp.apply(2) is null as b,
    pg_temp.apply(3) is null as c;
select is(
    (
        select array_agg(f.public_state)
        from unnest(array['b', 'a', 'c']) as n (name)
        cross join lateral flowfabric.ff_issue_grant_and_claim(pg_temp.id_of(n.name), 'lane') as c
        cross join lateral flowfabric.ff_complete(c.handle, to_jsonb(n.name)) as f
    ),
    '{completed,completed,completed}'::text[], 'all upstreams complete'
);
select is(
    (select d.input from flowfabric.ff_describe_execution(pg_temp.id_of('parent')) as d),
    '{"all": ["a", "b"], "one": "c"}', 'the downstream has all their results'
);
select flowfabric.ff_create_execution(
    'lane', p_payload => 'x', p_kind => 'bytes', p_flow_id => '00000000-0000-7000-8000-00000000000f'
) is null as created;
select is(
    pg_temp.refusal($$select flowfabric.ff_stage_dependency_edge(
        '00000000-0000-7000-8000-00000000000f', pg_temp.edge(4), pg_temp.id_of('a'),
        pg_temp.id_of('bytes'), p_input_name => 'one')$$),
    '22023 p_input_name', 'bytes cannot be passed under a name'
);
select * from finish();
rollback;
