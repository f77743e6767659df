-- tests_sql/flow/reading/refuses_bad_arguments.sql
begin;
select plan(23);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/flows.sql
-- given no flow; then bad arguments are refused
create function pg_temp.refused(p_call text) returns text language sql as $$
    select pg_temp.refusal('select flowfabric.' || p_call)
$$;
select is(pg_temp.refused('ff_describe_flow(null)'), '22004 p_flow_id', 'describe_flow');
select is(pg_temp.refused('ff_flow_summary(null)'), '22004 p_flow_id', 'flow_summary');
select is(pg_temp.refused('ff_flow_diagram(null)'), '22004 p_flow_id', 'flow_diagram');
select is(
    pg_temp.refused('ff_flow_diagram(gen_random_uuid())'), 'ZF401 flow_not_found', 'a null flow'
);
select is(
    pg_temp.refused('ff_describe_edge(null, gen_random_uuid())'),
    '22004 p_flow_id',
    'describe_edge'
);
select is(
    pg_temp.refused('ff_describe_edge(gen_random_uuid(), null)'),
    '22004 p_edge_id',
    'describe_edge'
);
select is(pg_temp.refused('ff_list_edges(null)'), '22004 p_flow_id', 'list_edges');
select is(
    pg_temp.refused($$ff_list_edges(gen_random_uuid(), 'x')$$),
    '22P02',
    'list_edges'
);
select is(
    pg_temp.refused($$ff_list_edges(gen_random_uuid(), null, 'x')$$),
    '22P02',
    'list_edges'
);
select is(
    pg_temp.refused('ff_list_edges(gen_random_uuid(), p_limit => 1001)'),
    '22023 p_limit',
    'list_edges'
);
select is(pg_temp.refused('ff_list_flows(p_limit => null)'), '22004 p_limit', 'list_flows');
select is(pg_temp.refused($$ff_list_flows('')$$), '22023 p_namespace', 'list_flows');
select is(
    pg_temp.refused($$ff_set_flow_tag(null, 'a.b', 'c')$$), '22004 p_flow_id', 'set_flow_tag'
);
select is(
    pg_temp.refused($$ff_set_flow_tag(gen_random_uuid(), 'a.b', 'c')$$),
    'ZF401 flow_not_found',
    'set_flow_tag'
);
select is(
    pg_temp.refused($$ff_set_flow_tag(gen_random_uuid(), 'a', 'c')$$),
    '22023 p_key',
    'set_flow_tag'
);
select is(
    pg_temp.refused($$ff_set_flow_tag(gen_random_uuid(), null, 'c')$$),
    '22004 p_key',
    'set_flow_tag'
);
select is(
    pg_temp.refused($$ff_set_flow_tag(gen_random_uuid(), 'a.b', null)$$),
    '22004 p_value',
    'set_flow_tag'
);
select is(
    pg_temp.refused($$ff_set_flow_tag(gen_random_uuid(), 'a.b', repeat('x', 4097))$$),
    '22023 p_value',
    'set_flow_tag'
);
select is(pg_temp.refused($$ff_get_flow_tag(null, 'a.b')$$), '22004 p_flow_id', 'get_flow_tag');
select is(
    pg_temp.refused($$ff_get_flow_tag(gen_random_uuid(), null)$$), '22004 p_key', 'get_flow_tag'
);
select
    is(
        pg_temp.refused(format('ff_get_flow_tag(gen_random_uuid(), %L)', k.key)),
        '22023 p_key',
        'get_flow_tag'
    )
from unnest(array['billing', '']) as k (key);
select is(
    pg_temp.refused('ff_evaluate_flow_eligibility(null)'),
    '22004 p_execution_id',
    'evaluate_flow_eligibility'
);
select * from finish();
rollback;
