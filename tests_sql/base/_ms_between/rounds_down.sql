-- tests_sql/base/_ms_between/rounds_down.sql
begin;
select plan(7);
-- given two instants; then
select is(
    flowfabric._ms_between('2030-01-01 12:00:00+00', '2030-01-01 12:00:01.999999+00'), 1999::bigint,
    'a millisecond that has not fully passed does not count'
);
select is(
    flowfabric._ms_between('2030-01-01 12:00:00.000001+00', '2030-01-01 12:00:00+00'), -1::bigint,
    'an instant in the past is at least 1 ms ago, never 0'
);
select is(
    flowfabric._ms_between('2030-01-01 12:00:00+00', '2030-01-01 12:00:00+00'), 0::bigint,
    'equal instants are 0 ms apart'
);
select is(
    flowfabric._ms_between('1990-01-01 00:00:00+00', '2090-01-01 00:00:00+00'),
    3155760000000, 'a hundred years are exact to the millisecond'
);
select is(
    flowfabric._ms_between(null, '2030-01-01 12:00:00+00'), null,
    'the result for null is null'
);
select is(
    flowfabric._after_ms('2030-03-31 00:30:00+00', 86400000), '2030-04-01 00:30:00+00'::timestamptz,
    'one day is 24 hours, also where the time zone changes its offset'
);
select is(
    flowfabric._after_ms('2030-01-01 12:00:00+00', 315360000000),
    '2039-12-30 12:00:00+00'::timestamptz, 'ten years are exact to the millisecond'
);
select * from finish();
rollback;
