begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/retention.sql

do $given$ begin
    perform flowfabric.ff_submit_flow(
        '{"nodes": {"a": {"lane": "lane"}, "b": {"lane": "lane", "after": ["a"]}}}'
    );
    perform flowfabric.ff_complete(pg_temp.claim());
end $given$;
select is((flowfabric.ff_trim_retention(0)).trimmed, 0, 'one has ended, the other has not');
do $when$ begin perform flowfabric.ff_complete(pg_temp.claim()); end $when$;
select is((flowfabric.ff_trim_retention(0, 1)).trimmed, 1, 'when both have, they go');
select is_empty('select * from flowfabric.ff_check()', 'half of it is nothing broken');
select is((flowfabric.ff_trim_retention(0, 1)).trimmed, 1, 'and the other half');
select is(
    (
        select
            (select count(*) from flowfabric.ff_flow) || ' '
            || (select count(*) from flowfabric.ff_flow_member) || ' '
            || (select count(*) from flowfabric.ff_edge) || ' '
            || (select count(*) from flowfabric.ff_edge_group)
    ),
    '0 0 0 0', 'the flow went with the last one'
);
select is_empty('select * from flowfabric.ff_check()', 'nothing is broken');

select * from finish();
rollback;
