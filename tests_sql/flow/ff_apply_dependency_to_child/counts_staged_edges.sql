-- tests_sql/flow/ff_apply_dependency_to_child/counts_staged_edges.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given two staged edges into one; when the first is applied and its upstream completes
select pg_temp.member('a') is null as a;
select pg_temp.member('b') is null as b;
select pg_temp.member('c') is null as c;
select pg_temp.stage(1, 'a', 'c') is null as staged;
select pg_temp.stage(2, 'b', 'c') is null as staged;
select is(pg_temp.apply(1), 'applied applied 2 waiting_children', 'both are waited for');
select is(pg_temp.finish('a'), 'completed', 'the first completes');
select is(
    flowfabric.ff_read_execution_state(pg_temp.id_of('c')), 'waiting_children',
    'c does not start before the second edge is applied'
);
select is(pg_temp.finish('b'), 'completed', 'the second completes unapplied');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select is(pg_temp.apply(2), 'applied satisfied 0 waiting', 'applied, it counts');
-- when a third is staged once c is free again
select pg_temp.member('d') is null as d;
select pg_temp.stage(3, 'd', 'c') is null as staged;
select is(pg_temp.apply(3), 'applied applied 1 waiting_children', 'all are one more');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
