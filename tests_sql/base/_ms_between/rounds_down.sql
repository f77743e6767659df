-- tests_sql/base/_ms_between/rounds_down.sql
begin;
select plan(7);
-- given two instants; then
select is(
    flowfabric._ms_between('2030-01-01 12:00:00+00', '2030-01-01 12:00:01.999999+00'), 1999::bigint,
    'a millisecond that is not over does not count'
);
select is(
    flowfabric._ms_between('2030-01-01 12:00:00.000001+00', '2030-01-01 12:00:00+00'), -1::bigint,
    'also backwards: what is past is never 0'
);
select is(
    flowfabric._ms_between('2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00'), 0::bigint,
    'the same instant is 0'
);
select is(
    flowfabric._ms_between('1990-01-01 00:00:00+00', '2090-01-01 00:00:00+00'),
    3155760000000, 'a hundred years are exact'
);
select is(flowfabric._ms_between(null, '2030-01-01 12:00:00+00'), null, 'null is null');
select is(
    flowfabric._after_ms('2030-03-31 00:30:00+00', 86400000), '2030-04-01 00:30:00+00'::timestamptz,
    'a day later is 24 hours later, whatever a time zone does'
);
select is(
    flowfabric._after_ms('2030-01-01 12:00:00+00', 315360000000),
    '2039-12-30 12:00:00+00'::timestamptz, 'ten years are exact'
);
select * from finish();
rollback;
