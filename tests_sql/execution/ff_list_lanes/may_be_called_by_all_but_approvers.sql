-- tests_sql/execution/ff_list_lanes/may_be_called_by_all_but_approvers.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/permissions.sql
select is(
    pg_temp.who_may('select flowfabric.ff_list_lanes()'),
    'ff_producer, ff_worker, ff_operator, ff_reader',
    'whoever works with lanes may list them'
);
select * from finish();
rollback;
