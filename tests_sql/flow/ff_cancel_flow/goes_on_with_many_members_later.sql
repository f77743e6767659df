-- tests_sql/flow/ff_cancel_flow/goes_on_with_many_members_later.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given 1,200 members; when their flow is cancelled
select
    pg_temp.flow(
        (select jsonb_object_agg('n' || i, '{}'::jsonb) from generate_series(1, 1200) as i)
    ) is null
        as submitted;
select results_eq(
    $$select c.outcome, c.cancelled_count, c.remaining_count, cardinality(c.member_execution_ids)
    from flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'not wanted') as c$$,
    $$values ('cancellation_scheduled', 1000, 200::bigint, 100)$$,
    'a thousand members are cancelled at once, a hundred are listed'
);
select results_eq(
    'select d.kind::text from flowfabric.ff_flow_todo as d',
    $$values ('cancel')$$,
    'there is a todo for the rest'
);
select is_empty(
    $$select c.kind from flowfabric.ff_claim('lane', 'w', 'w-1') as c$$,
    'no claim gets one of the rest'
);
select pg_temp.pay();
select results_eq(
    $$select s.cancelled, s.total_members from flowfabric.ff_flow_summary(pg_temp.flow_id()) as s$$,
    $$values (1200::bigint, 1200::bigint)$$,
    'ticks cancel the rest'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
