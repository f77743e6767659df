-- tests_sql/flow/ff_submit_flow/takes_ten_thousand_nodes.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given a chain of 10,000 nodes, and 9,998 nodes between two; when each is submitted by one call
select is(
    (
        select (s.node_count, s.edge_count)::text
        from flowfabric.ff_submit_flow(jsonb_build_object('nodes', (
            select
                jsonb_object_agg('n' || i, jsonb_build_object(
                    'lane',
                    'l',
                    'after',
                    case when i > 1 then jsonb_build_array('n' || (i - 1)) else '[]' end
                ))
            from generate_series(1, 10000) as i
        ))) as s
    ),
    '(10000,9999)',
    'all nodes of the chain are written'
);
select is(
    (
        select (s.node_count, s.edge_count)::text
        from flowfabric.ff_submit_flow(jsonb_build_object('nodes', (
            select
                jsonb_object_agg('n' || i, '{"lane": "l", "after": ["first"]}'::jsonb)
                || '{"first": {"lane": "l"}}'
                || jsonb_build_object('last', jsonb_build_object(
                    'lane', 'l', 'after', jsonb_agg('n' || i)
                ))
            from generate_series(1, 9998) as i
        ))) as s
    ),
    '(10000,19996)',
    'all nodes of the fan are written'
);
select is(
    (
        select array_agg(s.waiting || ' ' || s.waiting_children)
        from flowfabric.ff_list_flows() as f
        cross join lateral flowfabric.ff_flow_summary(f.flow_id) as s
    ),
    array['1 9999', '1 9999'],
    'in each of them one node can be claimed'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
