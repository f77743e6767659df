-- tests_sql/flow/ff_apply_dependency_to_child/blocks_the_downstream.sql
begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given an edge between two members; when it is staged, and then applied
select pg_temp.member('up') is null as up;
select pg_temp.member('down') is null as down;
select is(
    pg_temp.stage(1, 'up', 'down'), 3::bigint,
    'staging the edge is the third change of the graph'
);
select is(
    flowfabric.ff_read_execution_state(pg_temp.id_of('down')),
    'waiting',
    'a staged edge does not block the downstream'
);
select is(
    flowfabric.ff_evaluate_flow_eligibility(pg_temp.id_of('down')), 'eligible',
    'ff_evaluate_flow_eligibility says so'
);
select is(pg_temp.apply(1), 'applied applied 1 waiting_children', 'an applied edge blocks it');
select is(
    flowfabric.ff_evaluate_flow_eligibility(pg_temp.id_of('down')), 'blocked_by_dependencies',
    'ff_evaluate_flow_eligibility says so'
);
select is(
    pg_temp.apply(1), 'already_applied applied 1 waiting_children',
    'applying it again changes nothing'
);
select is(pg_temp.finish('up'), 'completed', 'the upstream completes');
select is(
    flowfabric.ff_read_execution_state(pg_temp.id_of('down')), 'waiting',
    'the downstream can be claimed'
);
select is(pg_temp.apply(1), 'already_applied satisfied 0 waiting', 'the edge is resolved');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
