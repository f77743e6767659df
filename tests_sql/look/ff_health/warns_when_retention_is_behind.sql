-- tests_sql/look/ff_health/warns_when_retention_is_behind.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/retention.sql
\ir ../../lib/health.sql
-- given an execution that has ended
do $given$ begin
    perform pg_temp.finish(1);
    perform count(*) from flowfabric.ff_tick();
end $given$;
select is(pg_temp.verdict('retention'), 'ok', 'it is not due yet');
do $given$ begin perform pg_temp.advance('31 days -1 s'); end $given$;
select is(pg_temp.verdict('retention'), 'ok', 'a day late is in time');
do $given$ begin perform pg_temp.advance('2 s'); end $given$;
select is(pg_temp.verdict('retention'), 'warning', 'then not');
do $given$ begin perform pg_temp.advance('6 days'); end $given$;
select is(pg_temp.verdict('retention'), 'critical', 'after a week it is critical');
do $when$ begin perform count(*) from flowfabric.ff_tick(); end $when$;
select is(pg_temp.verdict('retention'), 'ok', 'a tick removes it');
select * from finish();
rollback;
