-- tests_sql/flow/ff_apply_dependency_to_child/refuses_edges_that_were_not_staged.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given an edge; then arguments that contradict it are refused
select pg_temp.member('a') is null as a;
select pg_temp.member('b') is null as b;
select pg_temp.stage(1, 'a', 'b') is null as staged;
create function pg_temp.refused(p_arguments text) returns text language sql as $$
    select pg_temp.refusal('select flowfabric.ff_apply_dependency_to_child(' || p_arguments || ')')
$$;
create function pg_temp.f() returns uuid language sql as $$
    select '00000000-0000-7000-8000-00000000000f'::uuid
$$;
select is(pg_temp.refused('null, pg_temp.edge(1)'), '22004 p_flow_id', 'a null flow');
select is(pg_temp.refused('pg_temp.f(), null'), '22004 p_edge_id', 'a null edge');
select is(
    pg_temp.refused('pg_temp.edge(7), pg_temp.edge(1)'), 'ZF401 flow_not_found', 'another flow'
);
select is(pg_temp.refused('pg_temp.f(), pg_temp.edge(2)'), 'ZF409 edge_not_found', 'another edge');
select is(
    pg_temp.refused($$pg_temp.f(), pg_temp.edge(1), pg_temp.id_of('a')$$),
    '22023 p_downstream_execution_id', 'another downstream'
);
select is(
    pg_temp.refused($$pg_temp.f(), pg_temp.edge(1), pg_temp.id_of('b'), pg_temp.id_of('b')$$),
    '22023 p_upstream_execution_id', 'another upstream'
);
select flowfabric.ff_cancel_flow(pg_temp.f(), 'over', 'cancel_flow_only') is null as cancelled;
select is(
    pg_temp.refused('pg_temp.f(), pg_temp.edge(1)'),
    'ZF402 flow_already_terminal',
    'a cancelled flow'
);
select * from finish();
rollback;
