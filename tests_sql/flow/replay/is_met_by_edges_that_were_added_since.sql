-- tests_sql/flow/replay/is_met_by_edges_that_were_added_since.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given c, skipped because b failed, and an edge to it from a, which completed
select pg_temp.flow('{"a": {}, "b": {}, "c": {"after": {"any_of": ["b"]}}}') as flow_id \gset
select is(pg_temp.complete('a'), 'completed', 'a completes');
select is(pg_temp.fail('b'), 'terminal_failed', 'b fails');
select gen_random_uuid() as edge_id \gset
select flowfabric.ff_stage_dependency_edge(
    :'flow_id', :'edge_id', pg_temp.node('a'), pg_temp.node('c')
) is null as done \gset
select is(
    (select r.edge_state from flowfabric.ff_apply_dependency_to_child(:'flow_id', :'edge_id') as r),
    'satisfied', 'the added edge is satisfied, after the decision'
);
-- when c is replayed
select is(
    (select r.public_state from flowfabric.ff_replay_execution(pg_temp.node('c')) as r),
    'waiting', 'one upstream is enough for any_of'
);
select is(
    pg_temp.join_of('c'), 'satisfied, 1 of 2, 0 failed, 0 skipped',
    'c does not wait for a replay of b'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
