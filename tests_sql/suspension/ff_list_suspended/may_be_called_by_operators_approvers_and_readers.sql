begin;
select plan(1);
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may('select flowfabric.ff_list_suspended()'),
    'ff_operator, ff_approver, ff_reader',
    'who has to see what waits'
);

select * from finish();
rollback;
