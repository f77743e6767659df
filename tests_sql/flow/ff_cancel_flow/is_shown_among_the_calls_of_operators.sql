-- tests_sql/flow/ff_cancel_flow/is_shown_among_the_calls_of_operators.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/event_slots.sql

-- given a flow that an operator cancelled, and other operator calls without an execution; then
select pg_temp.flow('{"a": {}, "b": {}}') as flow_id;
do $given$ begin
    perform ff_cancel_flow(pg_temp.flow_id(), 'not wanted', p_actor => 'ada');
    perform ff_set_lane_state('lane', 'paused', 'a bad release', 'ada');
    perform ff_set_lane_state('lane', 'active');
end $given$;
select results_eq(
    $$select o.kind::text, o.flow_id, o.execution_id, o.details ->> 'actor', o.details ->> 'reason'
    from ff_operator_event as o
    where o.kind in ('flow_cancelled', 'lane_state_changed')
    order by o.event_id$$,
    $$values
    ('flow_cancelled', pg_temp.flow_id(), null::uuid, 'ada', 'not wanted'),
    ('lane_state_changed', null, null, 'ada', 'a bad release'),
    ('lane_state_changed', null, null, null, null)$$,
    'each call is shown once, with its actor and its reason'
);
select is(
    (
        select h.details ->> 'actor'
        from ff_history(pg_temp.node('a')) as h
        where h.what = 'flow_cancelled'
    ),
    'ada',
    'the history of a member says who cancelled the flow'
);
do $when$ begin
    perform pg_temp.prove_events();
    perform pg_temp.advance('10 s');
    perform _change_event_slot();
    perform pg_temp.work(2);
    perform pg_temp.advance('70 s');
    perform _change_event_slot();
end $when$;
select is(
    (
        select count(*) from ff_operator_event as o
        where o.flow_id = pg_temp.flow_id()
    ),
    1::bigint,
    'the record is kept when its event is removed'
);
select is(
    (
        select count(*)
        from ff_operator_event as o
        where o.kind = 'lane_state_changed'
    ),
    2::bigint,
    'so are the records of changes of lanes'
);
do $when$ begin perform ff_trim_retention(0); end $when$;
select is(
    (
        select count(*)
        from ff_operator_event as o
        where o.flow_id is not null
    ),
    0::bigint,
    'the record is kept until the flow is removed'
);
do $when$ begin perform _trim_records(-3, 1000, 100); end $when$;
select is(
    (select count(*) from ff_operator_event), 0::bigint,
    'a tick removes the records of changes of lanes'
);
select * from finish();
rollback;
