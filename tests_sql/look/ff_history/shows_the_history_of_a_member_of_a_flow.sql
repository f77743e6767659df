-- tests_sql/look/ff_history/shows_the_history_of_a_member_of_a_flow.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/flows.sql
-- given a node behind two others, each step a second after the other, whose lease lapsed; then
do $given$ begin
    perform pg_temp.flow('{"a": {}, "b": {}, "c": {"after": ["a", "b"]}, "d": {"after": ["c"]}}');
    perform pg_temp.advance('1 s');
    perform pg_temp.complete('a');
    perform pg_temp.advance('1 s');
    perform pg_temp.complete('b');
    perform pg_temp.advance('1 s');
    perform pg_temp.claim(p_lease_ttl_ms => 1000);
    perform pg_temp.advance('2 s');
end $given$;
select results_eq(
    $$select h.occurred_at::time, h.what, h.details ->> 'upstream_execution_id'
    from flowfabric.ff_history(pg_temp.node('c')) as h$$,
    $$values
    ('12:00:00'::time, 'submitted', null),
    ('12:00:00', 'joined_flow', null),
    ('12:00:01', 'dependency_satisfied', pg_temp.node('a')::text),
    ('12:00:02', 'dependency_satisfied', pg_temp.node('b')::text),
    ('12:00:02', 'dependencies_satisfied', null),
    ('12:00:03', 'attempt_started', null),
    ('12:00:04', 'lease_lapsed', null)$$,
    'it has the ends of its upstreams, and the lease that was not taken over'
);
do $when$ begin
    perform flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'enough');
    perform pg_temp.pay();
end $when$;
select results_eq(
    $$select h.what, h.details ->> 'reason'
    from flowfabric.ff_history(pg_temp.node('d')) as h
    where h.what = 'flow_cancelled'$$,
    $$values ('flow_cancelled', 'enough')$$,
    'it has the end of the flow'
);
select is_empty(
    $$select h.what
    from flowfabric.ff_history(pg_temp.node('a')) as h
    where h.what = 'flow_cancelled'$$,
    'an execution that had ended before the cancellation does not'
);
select * from finish();
rollback;
