-- tests_sql/look/ff_explain/judges_lanes_and_flows.sql
-- noqa: disable=LT05, LT14
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/flows.sql
\ir ../../lib/explained.sql
-- given an execution in a lane that is paused; then
select pg_temp.submit() as id \gset
do $when$ begin perform flowfabric.ff_set_lane_state('lane', 'paused'); end $when$;
select is(pg_temp.gate(:'id', 'lane'), 'closed paused', 'a paused lane hands out no work');
select is(pg_temp.gate(:'id', 'verdict'), 'closed lane', 'time does not open it');
do $when$ begin perform flowfabric.ff_set_lane_state('lane', 'disabled'); end $when$;
select is(
    pg_temp.gate(:'id', 'lane'), 'closed disabled',
    'a disabled lane hands out no work, either'
);
do $when$ begin perform flowfabric.ff_set_lane_state('lane', 'draining'); end $when$;
select is(pg_temp.gate(:'id', 'lane'), 'open open', 'a draining lane does');
-- given members of flows that were cancelled; then
do $given$ begin
    perform flowfabric.ff_set_lane_state('lane', 'active');
    perform pg_temp.flow('{"a": {}, "b": {"after": ["a"]}}');
    perform flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'enough', 'cancel_flow_only');
end $given$;
select is(pg_temp.gate(pg_temp.node('a'), 'flow'), 'closed cancelled', 'a member is not claimed');
select is(
    pg_temp.gate_detail(pg_temp.node('a'), 'flow') ->> 'cancel_reason', 'enough',
    'the gate gives the reason'
);
select is(
    pg_temp.closed_gates(pg_temp.node('b')), 'flow, dependencies',
    'a blocked member has the same gate'
);
select is(
    (select g.changed_by from flowfabric.ff_explain(pg_temp.node('a')) as g where g.gate = 'flow'),
    'nothing: the flow was cancelled, and its members stay paused',
    'time does not open it'
);
select * from finish();
rollback;
