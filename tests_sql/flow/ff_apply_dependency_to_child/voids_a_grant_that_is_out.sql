-- tests_sql/flow/ff_apply_dependency_to_child/voids_a_grant_that_is_out.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given a member with a grant that is out; when an edge is applied to it; then
select pg_temp.flow('{"a": {}, "d": {}}') as flow_id;
select g.grant_key
from flowfabric.ff_issue_claim_grant(pg_temp.node('d'), 'worker', 'worker-1') as g \gset
select is(pg_temp.edge('a', 'd'), 'applied waiting_children', 'it waits for its dependencies');
select throws_ok(
    format(
        'select flowfabric.ff_claim_execution(%L, %L, %L, %L, 10000)',
        pg_temp.node('d'), :'grant_key', 'worker', 'worker-1'
    ),
    'ZF305',
    null,
    'the grant is void'
);
select pg_temp.complete('a') as a \gset
select is(
    (
        select c.execution_id
        from flowfabric.ff_claim('lane', 'other', 'other-1') as c
    ),
    pg_temp.node('d'),
    'when the join is satisfied, any worker may claim it'
);
select is(
    (select count(*) from flowfabric.ff_claim_grant), 0::bigint, 'no grant is left'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
