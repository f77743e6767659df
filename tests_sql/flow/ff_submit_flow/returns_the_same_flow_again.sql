-- tests_sql/flow/ff_submit_flow/returns_the_same_flow_again.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/flows.sql
-- given a flow under an id; when it is submitted again, with the same or another document
select s.executions
from flowfabric.ff_submit_flow(
    '{"nodes": {"a": {"lane": "lane"}, "b": {"lane": "lane", "after": ["a"]}}}',
    '00000000-0000-7000-8000-000000000001'
) as s \gset
select is(
    (
        select to_jsonb(s)
        from flowfabric.ff_submit_flow(
            '{"nodes": {"b": {"after": ["a"], "lane": "lane"}, "a": {"lane": "lane"}}}',
            '00000000-0000-7000-8000-000000000001'
        ) as s
    ),
    jsonb_build_object(
        'flow_id', '00000000-0000-7000-8000-000000000001',
        'outcome', 'duplicate',
        'node_count', 2,
        'edge_count', 1,
        'executions', (:'executions')::jsonb
    ),
    'the same document returns the first members'
);
select is((select count(*) from flowfabric.ff_exec_core), 2::bigint, 'and writes nothing');
select is(
    pg_temp.error_of(
        $$select flowfabric.ff_submit_flow(
            '{"nodes": {"a": {"lane": "lane"}}}', '00000000-0000-7000-8000-000000000001'
        )$$
    ) - 'hint',
    '{"sqlstate": "ZF411", "message": "the flow id was used for another flow",
        "detail": {"symbol": "flow_conflict", "flow_id": "00000000-0000-7000-8000-000000000001"}}',
    'another document is a conflict'
);
select flowfabric.ff_create_flow('00000000-0000-7000-8000-000000000002') is null as created;
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_submit_flow(
            '{"nodes": {"a": {"lane": "lane"}}}', '00000000-0000-7000-8000-000000000002'
        )$$
    ),
    'ZF411 flow_conflict',
    'so is the id of a flow that was created without a document'
);
select * from finish();
rollback;
