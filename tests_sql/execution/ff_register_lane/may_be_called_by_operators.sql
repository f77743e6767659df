-- tests_sql/execution/ff_register_lane/may_be_called_by_operators.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/permissions.sql
select is(
    pg_temp.who_may($$select flowfabric.ff_register_lane('lane')$$),
    'ff_operator',
    'operators say what holds for a lane, and nobody else'
);
select * from finish();
rollback;
