-- tests_sql/look/ff_explain/reports_the_work_ahead.sql
-- noqa: disable=LT05
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/explained.sql
-- given three executions of a route, the last due an instant later, and one of higher priority;
-- then
select pg_temp.submit() as first \gset
do $given$ begin perform pg_temp.advance('1 ms'); end $given$;
select pg_temp.submit() as second \gset
select is(pg_temp.gate(:'first', 'position'), 'open first', 'no execution is ahead of the first');
select is(
    pg_temp.gate_detail(:'second', 'position'),
    '{"ahead_in_route": 1, "is_at_least": false, "routes_ahead": 0}',
    'one is ahead of the second'
);
select is(
    pg_temp.gate(:'second', 'verdict'), 'open claimable',
    'the second can be claimed all the same'
);
select execution_id as urgent from flowfabric.ff_create_execution('lane', p_priority => 5) \gset
select is(
    pg_temp.gate_detail(:'first', 'position') -> 'routes_ahead', '1',
    'a route of higher priority comes first'
);
select execution_id as later from flowfabric.ff_create_execution('lane', p_delay_ms => 1) \gset
select is(
    pg_temp.gate(:'later', 'position'), 'open not_due',
    'an execution that is not due has no place'
);
select * from finish();
rollback;
