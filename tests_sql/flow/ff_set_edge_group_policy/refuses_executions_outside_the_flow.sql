-- tests_sql/flow/ff_set_edge_group_policy/refuses_executions_outside_the_flow.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/staged_flow.sql
-- given a flow, an execution without a flow, and a member of another flow
select
    flowfabric.ff_create_execution('lane', '{}', p_kind => 'stranger') is null as stranger,
    flowfabric.ff_create_flow('00000000-0000-7000-8000-00000000000e') is null as another
\gset
select
    flowfabric.ff_create_execution(
        'lane', '{}', p_kind => 'other', p_flow_id => '00000000-0000-7000-8000-00000000000e'
    ) is null as other
\gset
create function pg_temp.refused(p_execution_id uuid) returns text language sql as $$
    select pg_temp.refusal(format(
        'select flowfabric.ff_set_edge_group_policy(%L, %L, %L)',
        '00000000-0000-7000-8000-00000000000f', p_execution_id, 'all_of'
    ))
$$;
-- then
select is(
    pg_temp.refused('00000000-0000-7000-8000-000000000001'), 'ZF404 execution_not_in_flow',
    'an execution that does not exist'
);
select is(
    pg_temp.refused(pg_temp.id_of('stranger')), 'ZF404 execution_not_in_flow',
    'an execution without a flow'
);
select is(
    pg_temp.refused(pg_temp.id_of('other')), 'ZF404 execution_not_in_flow',
    'a member of another flow'
);
select is_empty('select * from flowfabric.ff_edge_group', 'no policy is stored');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select * from finish();
rollback;
