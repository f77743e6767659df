-- tests_sql/flow/ff_submit_flow/may_be_called_by_producers.sql
begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/permissions.sql
-- given the group roles; then those who submit may build flows, and operators cancel them
create function pg_temp.callers(p_call text)
returns text
language sql
as $callers$
    select pg_temp.who_may('select flowfabric.' || p_call)
$callers$;
select is(pg_temp.callers('ff_submit_flow(null)'), 'ff_producer', 'submit_flow');
select is(pg_temp.callers('ff_create_flow()'), 'ff_producer', 'create_flow');
select is(
    pg_temp.callers('ff_add_execution_to_flow(null, null)'),
    'ff_producer',
    'add_execution_to_flow'
);
select is(
    pg_temp.callers('ff_set_edge_group_policy(null, null, null)'), 'ff_producer',
    'set_edge_group_policy'
);
select is(
    pg_temp.callers('ff_stage_dependency_edge(null, null, null, null)'), 'ff_producer',
    'stage_dependency_edge'
);
select is(
    pg_temp.callers('ff_apply_dependency_to_child(null, null)'), 'ff_producer',
    'apply_dependency_to_child'
);
select is(pg_temp.callers('ff_cancel_flow(null, null)'), 'ff_operator', 'cancel_flow');
select is(pg_temp.callers('ff_list_flows()'), 'ff_operator, ff_reader', 'list_flows');
select is(
    (
        select array_agg(distinct pg_temp.callers(c.call))
        from unnest(array[
            'ff_describe_flow(null)', 'ff_flow_summary(null)', 'ff_flow_diagram(null)',
            'ff_describe_edge(null, null)', 'ff_list_edges(null)', 'ff_get_flow_tag(null, null)',
            'ff_evaluate_flow_eligibility(null)'
        ]) as c (call)
    ),
    array['ff_producer, ff_worker, ff_operator, ff_reader'],
    'reading'
);
select is(
    pg_temp.callers('ff_set_flow_tag(null, null, null)'), 'ff_producer, ff_worker, ff_operator',
    'set_flow_tag'
);
select is(pg_temp.callers('ff_wait_children(null)'), 'ff_worker', 'wait_children');
select is(
    pg_temp.callers('ff_move_to_waiting_children(null, null, null, null, null)'),
    'ff_worker, ff_operator', 'move_to_waiting_children'
);
select * from finish();
rollback;
