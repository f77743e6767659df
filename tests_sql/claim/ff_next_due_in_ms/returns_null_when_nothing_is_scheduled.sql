begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/no_retries.sql

-- given lanes in which nothing is left to do; when asked; then
do $given$
begin
    perform flowfabric.ff_complete(pg_temp.lease());
    perform flowfabric.ff_fail(pg_temp.lease(), 'broken');
    perform pg_temp.submit_number(1, 'other lane');
end;
$given$;

select is(flowfabric.ff_next_due_in_ms('lane'), null, 'all work of the lane has finished');
select is(flowfabric.ff_next_due_in_ms('nowhere'), null, 'the lane never had any work');
do $given$ begin perform pg_temp.submit_number(2, p_required_capabilities => '{gpu}'); end $given$;
select is(
    flowfabric.ff_next_due_in_ms('lane'), null,
    'work that the worker cannot run does not count'
);
select is(
    flowfabric.ff_next_due_in_ms('lane', '{gpu}'), 0::bigint,
    'for a worker that can run it, it does'
);

select * from finish();
rollback;
