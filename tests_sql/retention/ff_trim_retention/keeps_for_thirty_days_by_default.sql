-- tests_sql/retention/ff_trim_retention/keeps_for_thirty_days_by_default.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/retention.sql
-- given executions that end, one with a shorter and one with a longer retention
do $given$ begin
    perform pg_temp.finish(1);
    perform pg_temp.finish(2, '{"retention_ms": 1000}');
    perform pg_temp.finish(3, '{"retention_ms": 31536000000}');
    perform pg_temp.advance('30 days -1 ms');
    perform count(*) from flowfabric.ff_tick();
end $given$;
select is(pg_temp.kept(), '1 3', 'until the end of the thirtieth day');
-- when it is over; then a tick removes it
do $when$ begin
    perform pg_temp.advance('1 s');
    perform count(*) from flowfabric.ff_tick();
end $when$;
select is(pg_temp.kept(), '3', 'but not one whose policy keeps it longer');
-- when the call is made without an age; then it is the same
do $given$ begin
    perform pg_temp.finish(4);
    perform pg_temp.advance('29 days');
    perform flowfabric.ff_trim_retention();
end $given$;
select is(pg_temp.kept(), '3 4', 'ff_trim_retention keeps it as long');
do $when$ begin
    perform pg_temp.advance('1 day');
    perform flowfabric.ff_trim_retention();
end $when$;
select is(pg_temp.kept(), '3', 'and removes it then');
-- given a lane that keeps nothing; then its default policy decides
do $given$ begin
    perform flowfabric.ff_register_lane('lane', '{"retention_ms": 0}');
    perform pg_temp.finish(5);
    perform flowfabric.ff_trim_retention();
end $given$;
select is(pg_temp.kept(), '3', 'a lane may say otherwise');
select * from finish();
rollback;
