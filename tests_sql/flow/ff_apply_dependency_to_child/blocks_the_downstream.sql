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
select is(pg_temp.stage(1, 'up', 'down'), 3::bigint, 'the third change of the graph is the edge');
select is(
    flowfabric.ff_read_execution_state(pg_temp.id_of('down')),
    'waiting',
    'staged, it blocks nothing'
);
select is(
    flowfabric.ff_evaluate_flow_eligibility(pg_temp.id_of('down')), 'eligible', 'and says so'
);
select is(pg_temp.apply(1), 'applied applied 1 waiting_children', 'applied, it does');
select is(
    flowfabric.ff_evaluate_flow_eligibility(pg_temp.id_of('down')), 'blocked_by_dependencies',
    'and says so'
);
select is(pg_temp.apply(1), 'already_applied applied 1 waiting_children', 'once is enough');
select is(pg_temp.finish('up'), 'completed', 'the upstream completes');
select is(
    flowfabric.ff_read_execution_state(pg_temp.id_of('down')), 'waiting', 'the downstream is free'
);
select is(pg_temp.apply(1), 'already_applied satisfied 0 waiting', 'and the edge is resolved');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
