-- tests_sql/operator/ff_server_time/may_be_called_by_every_role.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/permissions.sql
select is(
    pg_temp.who_may('select flowfabric.ff_server_time()'),
    'ff_producer, ff_worker, ff_operator, ff_approver, ff_reader',
    'whoever has a role may ask'
);
select * from finish();
rollback;
