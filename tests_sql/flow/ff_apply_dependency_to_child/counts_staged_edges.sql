-- tests_sql/flow/ff_apply_dependency_to_child/counts_staged_edges.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given two staged edges to c; when the first is applied and its upstream completes
select pg_temp.member('a') is null as a;
select pg_temp.member('b') is null as b;
select pg_temp.member('c') is null as c;
select pg_temp.stage(1, 'a', 'c') is null as staged;
select pg_temp.stage(2, 'b', 'c') is null as staged;
select is(pg_temp.apply(1), 'applied applied 2 waiting_children', 'c waits for both');
select is(pg_temp.finish('a'), 'completed', 'the first upstream completes');
select is(
    flowfabric.ff_read_execution_state(pg_temp.id_of('c')), 'waiting_children',
    'c does not start before the second edge is applied'
);
select is(
    pg_temp.finish('b'), 'completed',
    'the second upstream completes before its edge is applied'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select is(pg_temp.apply(2), 'applied satisfied 0 waiting', 'when its edge is applied, it counts');
-- when a third edge is staged after c was released
select pg_temp.member('d') is null as d;
select pg_temp.stage(3, 'd', 'c') is null as staged;
select is(pg_temp.apply(3), 'applied applied 1 waiting_children', 'the join needs all three');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
