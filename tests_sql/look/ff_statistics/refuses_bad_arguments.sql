-- tests_sql/look/ff_statistics/refuses_bad_arguments.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
select throws_ok(
    $$select flowfabric.ff_statistics('')$$,
    '22023', 'p_lane_id must be 1 to 64 printable ASCII characters',
    'a name that is empty'
);
select is_empty(
    $$select * from flowfabric.ff_statistics(p_since => '-infinity')$$,
    'a time before all minutes'
);
select is_empty(
    $$select * from flowfabric.ff_statistics(p_since => 'infinity')$$,
    'a time after all minutes'
);
select * from finish();
rollback;
