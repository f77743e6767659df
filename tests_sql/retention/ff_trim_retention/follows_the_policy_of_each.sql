begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/retention.sql

do $given$ begin
    perform pg_temp.finish(1, '{"retention_ms": 5000}');
    perform pg_temp.finish(2, '{"retention_ms": 0}');
    perform pg_temp.finish(3);
end $given$;
select is(
    (flowfabric.ff_trim_retention(0)).trimmed, 2,
    'an execution with a policy is removed at its time'
);
select is(pg_temp.kept(), '1', 'the argument counts for executions without one');
do $when$ begin perform pg_temp.advance('4999 ms'); perform flowfabric.ff_tick(); end $when$;
select is(pg_temp.kept(), '1', 'until then an execution is kept');
do $when$ begin perform pg_temp.finish(4); perform pg_temp.advance('1 ms'); end $when$;
select results_eq(
    $$select t.processed from flowfabric.ff_tick() as t where t.job = 'retention'$$,
    'values (1::bigint)', 'ticks remove executions'
);
select is(pg_temp.kept(), '4', 'but only those with a policy');

select * from finish();
rollback;
