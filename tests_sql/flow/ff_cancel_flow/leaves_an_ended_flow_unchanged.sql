-- tests_sql/flow/ff_cancel_flow/leaves_an_ended_flow_unchanged.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given a flow that has completed; when it is cancelled
select pg_temp.flow('{"a": {}}') as flow_id;
select is(pg_temp.complete('a'), 'completed', 'its only member has ended');
select results_eq(
    $$select c.outcome, c.public_flow_state, c.cancellation_policy, c.cancel_reason,
        c.cancelled_count, c.remaining_count
    from flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'not wanted') as c$$,
    $$values ('already_terminal', 'completed', null::text, null::text, 0, 0::bigint)$$,
    'no member is cancelled, and the result does not say that the flow is'
);
select results_eq(
    $$select f.public_flow_state, f.cancelled_at, f.cancel_reason
    from flowfabric.ff_describe_flow(pg_temp.flow_id()) as f$$,
    $$values ('completed', null::timestamptz, null::text)$$,
    'the flow keeps its state'
);
select is_empty(
    $$select v.kind from flowfabric.ff_event as v where v.kind = 'flow_cancelled'$$,
    'no event is written'
);
-- when a flow without members is cancelled
select f.flow_id from flowfabric.ff_create_flow() as f \gset
select results_eq(
    format('select c.outcome from flowfabric.ff_cancel_flow(%L, %L) as c', :'flow_id', 'why'),
    array['cancelled'],
    'an empty flow is cancelled'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
