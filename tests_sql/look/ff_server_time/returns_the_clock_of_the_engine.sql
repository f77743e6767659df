-- tests_sql/look/ff_server_time/returns_the_clock_of_the_engine.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
-- given the clock of the engine is set by the test; then
select is(
    flowfabric.ff_server_time(), '2030-01-01 12:00:00+00'::timestamptz,
    'the result is the clock by which leases are judged'
);
select pg_temp.advance('1 microsecond');
select is(
    flowfabric.ff_server_time(), '2030-01-01 12:00:00.000001+00'::timestamptz,
    'to the microsecond'
);
select * from finish();
rollback;
