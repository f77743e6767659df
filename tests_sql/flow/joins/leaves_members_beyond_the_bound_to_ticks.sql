-- tests_sql/flow/joins/leaves_members_beyond_the_bound_to_ticks.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given 250 executions after one; when it completes
select pg_temp.flow((
    select
        jsonb_object_agg('n' || i, '{"after": ["root"]}'::jsonb)
        || jsonb_build_object('root', '{}'::jsonb)
        || jsonb_build_object('end', jsonb_build_object('after', jsonb_agg('n' || i)))
    from generate_series(1, 250) as i
)) as flow_id;
select is(pg_temp.complete('root'), 'completed', 'the root completes');
select results_eq(
    $$select s.waiting, s.waiting_children
    from flowfabric.ff_flow_summary(pg_temp.flow_id()) as s$$,
    $$values (100::bigint, 151::bigint)$$,
    'its transaction releases a hundred'
);
select results_eq(
    'select d.kind::text, d.try_count from flowfabric.ff_flow_todo as d',
    $$values ('resolve', 0)$$,
    'the rest is one todo'
);
select is(pg_temp.healthy(), 'healthy', 'ff_check finds no fault in that');
select is(
    (
        select (t.processed, t.more)::text
        from flowfabric.ff_tick(200) as t
        where t.job = 'flows'
    ),
    '(151,f)',
    'a tick does the todo'
);
select results_eq(
    $$select s.waiting, s.waiting_children
    from flowfabric.ff_flow_summary(pg_temp.flow_id()) as s$$,
    $$values (250::bigint, 1::bigint)$$,
    'all are released'
);
select is_empty('select d.kind from flowfabric.ff_flow_todo as d', 'no todo is left');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
