-- tests_sql/upkeep/_run_tick/has_no_more_to_do_when_all_jobs_had_nothing.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/no_time.sql

-- given a machine on which one tick does not get through all jobs in its time; when nothing is to
-- be done; then the tick that does the last job says that there is no more
set local search_path = flowfabric, public;
create function pg_temp.has_more()
returns boolean
language plpgsql
as $has_more$
begin
    perform pg_temp.advance('1 s');
    perform count(*) from flowfabric._run_tick(100, '0', p_rides_along => true);
    return (select t.has_more from flowfabric.ff_tick_log as t order by t.tick_id desc limit 1);
end;
$has_more$;
-- the first tick after the installation counts events
do $given$ begin perform pg_temp.has_more() from generate_series(1, 26); end $given$;
select is(
    (select string_agg(pg_temp.has_more()::text, ' ') from generate_series(1, 13)),
    repeat('true ', 12) || 'false',
    'the jobs of the ticks before it have left nothing either'
);
select is(
    flowfabric._upkeep_due_at(flowfabric._last_tick()), 'infinity', 'no tick is due any more'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select * from finish();
rollback;
