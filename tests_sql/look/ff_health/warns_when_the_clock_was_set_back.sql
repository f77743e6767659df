-- tests_sql/look/ff_health/warns_when_the_clock_was_set_back.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/health.sql
-- given the mark of the clock is ahead of the clock; then
do $given$ begin perform count(*) from flowfabric.ff_tick(); end $given$;
select is(pg_temp.verdict('clock'), 'ok', 'given the clock is not set back');
do $when$ begin perform pg_temp.advance('-2 s'); end $when$;
select is(pg_temp.verdict('clock'), 'warning', 'a warning at two seconds');
do $when$ begin perform pg_temp.advance('-1 min'); end $when$;
select is(pg_temp.verdict('clock'), 'critical', 'critical at a minute');
select * from finish();
rollback;
