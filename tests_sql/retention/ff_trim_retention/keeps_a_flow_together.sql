begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/retention.sql

-- given a flow of "a", "b" behind it, and "c", with an edge from "a" that was never applied
do $given$
declare
    v_flow flowfabric.ff_submitted_flow;
begin
    v_flow := flowfabric.ff_submit_flow(
        '{"nodes": {"a": {"lane": "lane"}, "b": {"lane": "lane", "after": ["a"]}, "c": {"lane": "lane"}}}'
    );
    perform flowfabric.ff_stage_dependency_edge(
        v_flow.flow_id, gen_random_uuid(),
        (v_flow.executions ->> 'a')::uuid, (v_flow.executions ->> 'c')::uuid
    );
    perform pg_temp.advance('1 second');
    perform flowfabric.ff_complete(pg_temp.claim());
    perform flowfabric.ff_complete(pg_temp.claim());
end
$given$;
select is(
    (flowfabric.ff_trim_retention(0)).trimmed, 0,
    'two have ended, the third has not: no member is removed'
);
do $when$ begin perform flowfabric.ff_complete(pg_temp.claim()); end $when$;
select is((flowfabric.ff_trim_retention(0, 1)).trimmed, 1, 'when all have ended, one is removed');
select is_empty('select * from flowfabric.ff_check()', 'the rest of the flow breaks no invariant');
select is((flowfabric.ff_trim_retention(0, 2)).trimmed, 2, 'the others are removed');
select is(
    (
        select
            (select count(*) from flowfabric.ff_flow) || ' '
            || (select count(*) from flowfabric.ff_flow_member) || ' '
            || (select count(*) from flowfabric.ff_edge) || ' '
            || (select count(*) from flowfabric.ff_edge_group)
    ),
    '0 0 0 0', 'the flow is removed with the last member'
);
select is_empty('select * from flowfabric.ff_check()', 'no invariant is broken');

select * from finish();
rollback;
