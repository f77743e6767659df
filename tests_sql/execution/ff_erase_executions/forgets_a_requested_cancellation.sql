-- noqa: disable=LT02,LT05,LT14
-- tests_sql/execution/ff_erase_executions/forgets_a_requested_cancellation.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
-- given an execution whose cancellation was requested, and whose holder completed it in the grace
do $given$
declare
    v_handle constant text := pg_temp.lease();
begin
    perform flowfabric.ff_cancel_execution(pg_temp.execution_of(v_handle), 'sekret', p_grace_ms => 60000);
    perform flowfabric.ff_complete(v_handle);
end $given$;
-- when it is erased
select is(
    (select a.changed_count from flowfabric.ff_erase_executions('{"public_state": "completed"}') as a), 1::bigint, 'it is erased'
);
-- then the reason of the request is gone
select is((select count(*) from flowfabric.ff_cancel_request), 0::bigint, 'with the request');
select * from finish();
rollback;
