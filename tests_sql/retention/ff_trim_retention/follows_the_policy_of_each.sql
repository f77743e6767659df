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
select is((flowfabric.ff_trim_retention(0)).trimmed, 2, 'the policy says how long');
select is(pg_temp.kept(), '1', 'and the caller for those without one');
do $when$ begin perform pg_temp.advance('4999 ms'); perform flowfabric.ff_tick(); end $when$;
select is(pg_temp.kept(), '1', 'until then it is there');
do $when$ begin perform pg_temp.finish(4); perform pg_temp.advance('1 ms'); end $when$;
select results_eq(
    $$select t.processed from flowfabric.ff_tick() as t where t.job = 'retention'$$,
    'values (1::bigint)', 'ticks do it by themselves'
);
select is(pg_temp.kept(), '4', 'only what a policy says');

select * from finish();
rollback;
