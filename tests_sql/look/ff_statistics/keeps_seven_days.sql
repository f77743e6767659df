-- tests_sql/look/ff_statistics/keeps_seven_days.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/leased_execution.sql
set local search_path = flowfabric, public, pg_temp;
-- given three minutes of a lane; when seven days go by; then
do $given$ begin
    perform pg_temp.set_clock('2030-01-01 12:00:00+00');
    for v_minute in 1..3 loop
        perform ff_complete(pg_temp.lease());
        perform pg_temp.advance('1 min');
    end loop;
    perform pg_temp.prove_events();
    perform pg_temp.set_clock('2030-01-08 12:01:59+00');
end $given$;
select is(
    (select count(*) from ff_statistics(p_since => '2029-01-01')), 2::bigint,
    'minutes of more than seven days ago are not shown'
);
select is(
    _minutes_due_at(), timestamptz '2030-01-08 13:00:00+00',
    'ticks remove them an hour later, many at a time'
);
select is(_trim_minutes(1), 1, 'a call removes as many as it may');
select is(_trim_minutes(10), 1, 'and the next one goes on, to the minute that is seven days old');
select is(
    (select min(m.minute_at) from ff_lane_minute as m), timestamptz '2030-01-01 12:02:00+00',
    'younger minutes are kept'
);
select is(
    (select n.lane_counts #>> '{lane,ok}' from _newest_statistic() as n), '3',
    'the sums remain'
);
select * from finish();
rollback;
